// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See kick.h. */
#include "emu/base/kick.h"

#include "emu/base/syscall.h"
#include "emu/base/thread.h"

#include <asm/errno.h>

/* The kernel's siginfo: number, errno, code. */
static const s32 info[32] = { SIGKICK, 0, KICK_CODE };

bool kick_send(struct thread *t)
{
	bool gone = false;
	long r;

	if (t->kick)
		return true;
	__atomic_store_n(&t->kick, 1, __ATOMIC_SEQ_CST);
	/* If it is not there any more, it may have looked at t->kick before. */
	if (__atomic_load_n(&t->state, __ATOMIC_SEQ_CST) == THREAD_CACHE) {
		r = sys4(__NR_rt_tgsigqueueinfo, t->pid, t->tid, SIGKICK, info);
		if (!r)
			return true;
		gone = r == -ESRCH;
	}
	__atomic_store_n(&t->kick, 0, __ATOMIC_SEQ_CST);
	return !gone;
}
