// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * The mask that the kernel has for the calling thread.
 */
#include "emu/base/sigmask.h"
#include "emu/base/syscall.h"

u64 sigmask_native(u64 mask)
{
	return mask & ~SYNC_SIGNALS;
}

u64 sigmask_set(u64 native)
{
	u64 old = 0;

	sys4(__NR_rt_sigprocmask, SIG_SETMASK, &native, &old, sizeof(native));
	return old;
}

void sigmask_apply(u64 mask)
{
	sigmask_set(sigmask_native(mask));
}

u64 sigmask_block_all(void)
{
	return sigmask_set(SIGMASK_ALL);
}
