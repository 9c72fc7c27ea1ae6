/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * RLIMIT_AS and RLIMIT_DATA count every mapping of the process, the engine's included. So the kernel
 * is given the program's limit plus our footprint, and the program is shown what it set: as long as
 * the kernel still has what we gave it, for the footprint may have changed since; else the kernel's
 * minus the footprint. A limit that came from outside cannot be raised: there the program has so much
 * less, and what threads begun later need of ours also goes from the program's share.
 */
#include "emu/limits.h"

#include <linux/resource.h>

/* What was set last. In a vfork child it is the parent's memory: at worst the values do not match. */
static struct {
	struct rlimit64 kernel, program;
} last[2];

static bool concerns(u64 resource)
{
	return resource == RLIMIT_AS || resource == RLIMIT_DATA;
}

u64 limits_shift(u64 limit, s64 n)
{
	if (limit == RLIM64_INFINITY)
		return limit;
	if (n < 0)
		return limit > (u64)-n ? limit + n : 0;
	return limit + n < limit || limit + n == RLIM64_INFINITY ? RLIM64_INFINITY - 1 : limit + n;
}

static void shift(struct rlimit64 *l, s64 n)
{
	l->rlim_cur = limits_shift(l->rlim_cur, n);
	l->rlim_max = limits_shift(l->rlim_max, n);
}

/* limits of the process itself: pid may be 0 */
static long change(u64 pid, u64 resource, u64 to, u64 old_to)
{
	u32 i = resource == RLIMIT_AS;
	struct rlimit64 limit, wanted, old, mine;
	long ret;

	if (to) {
		if (copy_from_user(&limit, to, sizeof(limit)))
			return -EFAULT;
		if (limit.rlim_cur > limit.rlim_max)
			return -EINVAL;
		wanted = limit;
		shift(&limit, engine.footprint);
	}
	ret = sys4(__NR_prlimit64, pid, resource, to ? &limit : NULL, &old);
	if (ret)
		return ret;
	mine = old;
	if (memcmp(&old, &last[i].kernel, sizeof(old)))
		shift(&mine, -(s64)engine.footprint);
	else
		mine = last[i].program;
	if (to) {
		last[i].kernel = limit;
		last[i].program = wanted;
	}
	return old_to ? copy_to_user(old_to, &mine, sizeof(mine)) : 0;
}

bool limits_syscall(long nr, u64 arg[6], long *ret)
{
	if (nr == __NR_prlimit64) {
		if (!concerns((u32)arg[1]) || (arg[0] && (s32)arg[0] != sys0(__NR_getpid)))
			return false;
		*ret = change((s32)arg[0], (u32)arg[1], arg[2], arg[3]);
		return true;
	}
	if (!concerns((u32)arg[0]))
		return false;
	if (!arg[1]) {
		*ret = -EFAULT;
		return true;
	}
	if (nr == __NR_setrlimit)
		*ret = change(0, (u32)arg[0], arg[1], 0);
	else
		*ret = change(0, (u32)arg[0], 0, arg[1]);
	return true;
}

void limits_native(bool on)
{
	static const u8 which[] = { RLIMIT_AS, RLIMIT_DATA };
	struct rlimit64 limit;
	u32 i;

	for (i = 0; i < ARRAY_SIZE(which); i++) {
		if (sys4(__NR_prlimit64, 0, which[i], 0, &limit))
			continue;
		if (limit.rlim_cur == RLIM64_INFINITY && limit.rlim_max == RLIM64_INFINITY)
			continue;
		/* Lowering the hard limit could not be taken back; so only the soft one moves. */
		limit.rlim_cur = limits_shift(limit.rlim_cur, on ? -(s64)engine.footprint
								  : (s64)engine.footprint);
		sys4(__NR_prlimit64, 0, which[i], &limit, 0);
	}
}
