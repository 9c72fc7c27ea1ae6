/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * RLIMIT_AS and RLIMIT_DATA count every mapping of the process, the engine's included. So the
 * kernel gets what the program sets plus the engine's footprint, and the program sees what it has
 * set, as long as the kernel still has the value that it was given. The command line tells both
 * values to the next image, which takes no more than the difference.
 *
 * A limit that came from outside is treated as if the program had set it, as far as the hard limit
 * allows. Where that is too low, the engine's footprint comes out of the program's share, of which
 * the engine takes a quarter if it can.
 */
#include "emu/hide/limits.h"

#include "emu/base/arena.h"
#include "emu/base/format.h"
#include "emu/base/string.h"
#include "emu/base/syscall.h"
#include "emu/base/usermem.h"

#include <linux/resource.h>

/* What the kernel was given for RLIMIT_DATA and RLIMIT_AS, and what the program had asked for. A
 * vfork child has limits of its own but its parent's memory, so it does not write here. */
static struct limits_set {
	struct rlimit64 kernel, program;
} last[2];

static const u8 resource_of[2] = { RLIMIT_DATA, RLIMIT_AS };

/* More than the engine has at the moment, for threads that begin after the limit was set, and for
 * the next image, which notes moves (emu/code/moves.h) even if this one does not. */
#define DATA_SLACK (17ull << 20)
/* How much more than the program's limit the engine asks for, before it knows what it needs. */
static const u64 asked[2] = { 512ull << 20, ARENA_SIZE + ARENA_MORE + (16ull << 20) };

static u64 footprint(int i)
{
	return i ? engine.footprint : engine.data_footprint + DATA_SLACK;
}

static int index_of(u64 resource)
{
	return resource == RLIMIT_AS ? 1 : resource == RLIMIT_DATA ? 0 : -1;
}

u64 limits_shift(u64 limit, u64 n)
{
	if (limit == UINT64_MAX)
		return limit;
	return limit + n < limit || limit + n == UINT64_MAX ? UINT64_MAX - 1 : limit + n;
}

static u64 smaller(u64 a, u64 b)
{
	return a < b ? a : b;
}

/* Sets and gets limit i of the process itself. The addresses are the program's, 0: not wanted. */
static long change(u64 pid, int i, u64 to, u64 old_to)
{
	struct rlimit64 wanted, give, old;
	long ret;

	if (to && copy_from_user(&wanted, to, sizeof(wanted)))
		return -EFAULT;
	ret = sys4(__NR_prlimit64, pid, resource_of[i], 0, &old);
	if (!ret && to) {
		give.rlim_cur = limits_shift(wanted.rlim_cur, footprint(i));
		give.rlim_max = limits_shift(wanted.rlim_max, footprint(i));
		if (wanted.rlim_cur > wanted.rlim_max)
			return -EINVAL;
		ret = sys4(__NR_prlimit64, pid, resource_of[i], &give, 0);
		/* The program may set its hard limit once more, but the engine must not raise it.
		 *  */
		if (ret == -EPERM && wanted.rlim_max <= old.rlim_max) {
			give.rlim_max = old.rlim_max;
			give.rlim_cur = smaller(give.rlim_cur, give.rlim_max);
			ret = sys4(__NR_prlimit64, pid, resource_of[i], &give, 0);
		}
	}
	if (ret)
		return ret;
	if (old_to && !memcmp(&old, &last[i].kernel, sizeof(old)))
		old = last[i].program;
	if (to && sys0(__NR_getpid) == engine.pid) {
		last[i].kernel = give;
		last[i].program = wanted;
	}
	return old_to ? copy_to_user(old_to, &old, sizeof(old)) : 0;
}

u64 limits_share(u64 resource)
{
	const struct limits_set *set = &last[index_of(resource)];
	struct rlimit64 now;

	if (sys4(__NR_prlimit64, 0, resource, 0, &now) || now.rlim_cur == UINT64_MAX)
		return UINT64_MAX;
	if (!memcmp(&now, &set->kernel, sizeof(now)) && now.rlim_cur > set->program.rlim_cur)
		return now.rlim_cur - set->program.rlim_cur;
	return now.rlim_cur / 4;
}

/* Gives the kernel the program's limit i and so much more. */
static void lift(int i, u64 more)
{
	struct rlimit64 old = last[i].kernel, give = old;

	give.rlim_cur = smaller(limits_shift(last[i].program.rlim_cur, more), give.rlim_max);
	if (!sys4(__NR_prlimit64, 0, resource_of[i], &give, 0))
		last[i].kernel = give;
}

void limits_init(void)
{
	struct rlimit64 now;
	int i;

	for (i = 0; i < 2; i++) {
		if (last[i].kernel.rlim_max || sys4(__NR_prlimit64, 0, resource_of[i], 0, &now))
			continue;
		if (now.rlim_cur == UINT64_MAX || now.rlim_cur == now.rlim_max)
			continue;
		last[i] = (struct limits_set){ now, now };
		lift(i, asked[i]);
	}
}

void limits_settle(void)
{
	struct rlimit64 now;
	int i;

	for (i = 0; i < 2; i++) {
		if (!last[i].kernel.rlim_max || sys0(__NR_getpid) != engine.pid ||
		    sys4(__NR_prlimit64, 0, resource_of[i], 0, &now))
			continue;
		if (!memcmp(&now, &last[i].kernel, sizeof(now)))
			lift(i, footprint(i));
	}
}

u64 limits_taken(u64 resource, u64 *limit)
{
	int i = index_of(resource);
	u64 taken = i ? engine.footprint : engine.data_footprint, given = 0;
	struct rlimit64 now;

	if (sys4(__NR_prlimit64, 0, resource, 0, &now) || now.rlim_cur == UINT64_MAX)
		return 0;
	if (!memcmp(&now, &last[i].kernel, sizeof(now)))
		given = now.rlim_cur - last[i].program.rlim_cur;
	*limit = now.rlim_cur - given;
	return taken > given ? taken - given : 0;
}

bool limits_syscall(long nr, u64 arg[6], long *ret)
{
	int i;

	if (nr == __NR_prlimit64) {
		i = index_of((u32)arg[1]);
		if (i < 0 || (arg[0] && (s32)arg[0] != sys0(__NR_getpid)))
			return false;
		*ret = change((s32)arg[0], i, arg[2], arg[3]);
		return true;
	}
	i = index_of((u32)arg[0]);
	if (i < 0)
		return false;
	if (!arg[1])
		*ret = -EFAULT;
	else if (nr == __NR_setrlimit)
		*ret = change(0, i, arg[1], 0);
	else
		*ret = change(0, i, 0, arg[1]);
	return true;
}

void limits_native(bool on)
{
	struct rlimit64 now;
	int i;

	for (i = 0; i < 2; i++) {
		if (!last[i].kernel.rlim_max || sys4(__NR_prlimit64, 0, resource_of[i], 0, &now))
			continue;
		/* A lower hard limit could not be taken back, so only the soft one changes. */
		if (now.rlim_max != last[i].kernel.rlim_max)
			continue;
		if (on && now.rlim_cur == last[i].kernel.rlim_cur)
			now.rlim_cur = smaller(last[i].program.rlim_cur, now.rlim_max);
		else if (!on && now.rlim_cur == last[i].program.rlim_cur)
			now.rlim_cur = last[i].kernel.rlim_cur;
		else
			continue;
		sys4(__NR_prlimit64, 0, resource_of[i], &now, 0);
	}
}

int limits_tell(char *buf, size_t size)
{
	int i, n = 0;

	buf[0] = '\0';
	for (i = 0; i < 2; i++) {
		if (last[i].kernel.rlim_max)
			n += emu_snprintf(
				buf + n, size - n, ",%x,%lx,%lx,%lx,%lx", i,
				(u64)last[i].kernel.rlim_cur, (u64)last[i].kernel.rlim_max,
				(u64)last[i].program.rlim_cur, (u64)last[i].program.rlim_max);
	}
	return n;
}

bool limits_told(const u64 v[5])
{
	if (v[0] > 1)
		return false;
	last[v[0]] = (struct limits_set){ { v[1], v[2] }, { v[3], v[4] } };
	return true;
}
