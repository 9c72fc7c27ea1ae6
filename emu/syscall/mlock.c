// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * See mlock.h. MCL_CURRENT locks the program's mappings one by one, MCL_FUTURE becomes MAP_LOCKED.
 * As in the kernel, MCL_CURRENT first compares the size of everything with the limit, and then does
 * not care what cannot be locked or brought into memory.
 */
#include "emu/syscall/mlock.h"

#include "emu/base/arena.h"
#include "emu/base/syscall.h"
#include "emu/code/vma.h"
#include "emu/syscall/pass.h"

#include <linux/mman.h>
#include <linux/resource.h>

#ifndef MLOCK_ONFAULT
#define MLOCK_ONFAULT 1
#endif

/* MCL_FUTURE, and MCL_ONFAULT with it; 0: what comes later is not locked. */
FORKED static u64 future;

/* May the process lock more than the limit says (CAP_IPC_LOCK)? */
static bool is_privileged(u64 limit)
{
	void *at = arena_reserve(limit + PAGE_SIZE);
	long r;

	if (!at)
		return false;
	r = sys6(__NR_mmap, (long)at, (long)PAGE_UP(limit + PAGE_SIZE), PROT_NONE,
		 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED | MAP_LOCKED, -1, 0);
	arena_release(at, limit + PAGE_SIZE, 0);
	return r == (long)at;
}

static long lock(u64 start, u64 end, u64 flags)
{
	return sys3(__NR_mlock2, start, end - start, flags & MCL_ONFAULT ? MLOCK_ONFAULT : 0);
}

/* Locks the program's mappings if asked to. Returns their size. */
static u64 walk(struct vma_reader *r, bool locks, u64 flags)
{
	struct vma v;
	u64 size = 0;

	while (vma_next(r, &v)) {
		if (arena_hits(v.start, v.end - v.start) || v.end >> 47 > 1)
			continue;
		size += v.end - v.start;
		if (locks)
			lock(v.start, v.end, flags);
	}
	return size;
}

static long lock_current(u64 flags)
{
	struct rlimit64 limit = { 0 };
	struct vma_reader r;
	u64 size;

	if (!vma_open(&r))
		return -ENOMEM;
	size = walk(&r, false, flags);
	vma_close(&r);
	sys4(__NR_prlimit64, 0, RLIMIT_MEMLOCK, 0, &limit);
	if (size > limit.rlim_cur && !is_privileged(limit.rlim_cur))
		return -ENOMEM;
	if (!vma_open(&r))
		return -ENOMEM;
	walk(&r, true, flags);
	vma_close(&r);
	return 0;
}

long mlock_all(struct thread *t, u64 a[6])
{
	u64 flags = (u32)a[0];
	long err;

	/* The kernel says what is wrong. */
	if (!flags || flags & ~(u64)(MCL_CURRENT | MCL_FUTURE | MCL_ONFAULT) ||
	    flags == MCL_ONFAULT)
		return pass_on(t, __NR_mlockall, a);
	err = sys2(__NR_mlock, 0, 0); /* may the process lock anything? */
	if (!err && flags & MCL_CURRENT)
		err = lock_current(flags);
	if (!err)
		future = flags & MCL_FUTURE ? flags : 0;
	return err;
}

long mlock_none(struct thread *t, u64 a[6])
{
	long r = pass_on(t, __NR_munlockall, a);

	if (!r)
		future = 0;
	return r;
}

u64 mlock_mmap_flags(void)
{
	return future && !(future & MCL_ONFAULT) ? MAP_LOCKED : 0;
}

long mlock_mapped(u64 start, u64 end)
{
	return future && start < end ? lock(start, end, future) : 0;
}

long mlock_brk(u64 to)
{
	u64 old, now;

	if (!future)
		return sys1(__NR_brk, to);
	old = (u64)sys1(__NR_brk, 0);
	now = (u64)sys1(__NR_brk, to);
	if (mlock_mapped(PAGE_UP(old), PAGE_UP(now)))
		return sys1(__NR_brk, old);
	return (long)now;
}

void mlock_forked(void)
{
	future = 0;
}
