// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * sigsuspend(2), pselect(2), ppoll(2), epoll_pwait(2), io_pgetevents and io_uring_enter(2) wait
 * with a signal mask of their own. A handler that ends the wait begins with that mask and its own,
 * and returns to the thread's mask. The kernel restores the thread's mask by itself; the engine
 * has to know the mask of the call to build the handler's.
 */
#include "emu/signal/callmask.h"

#include "emu/base/sigmask.h"
#include "emu/base/syscall.h"
#include "emu/base/thread.h"
#include "emu/base/usermem.h"

#define IORING_ENTER_EXT_ARG 8u

/* at: the address of the mask, or 0; size: as the program gives it */
static void note(struct thread *t, u64 at, u64 size)
{
	if (!at || size != 8 || copy_from_user(&t->call_mask, at, 8))
		return; /* no mask, or the call will fail */
	t->call_mask &= ~UNBLOCKABLE;
	t->call_masked = true;
}

/* at: the address of a pair, the mask's address and its size */
static void note_pair(struct thread *t, u64 at)
{
	u64 pair[2];

	if (at && !copy_from_user(pair, at, sizeof(pair)))
		note(t, pair[0], pair[1]);
}

void callmask_note(struct thread *t, long nr, const u64 a[6])
{
	switch (nr) {
	case __NR_rt_sigsuspend:
		note(t, a[0], a[1]);
		break;
	case __NR_ppoll:
		note(t, a[3], a[4]);
		break;
	case __NR_epoll_pwait:
	case __NR_epoll_pwait2:
		note(t, a[4], a[5]);
		break;
	case __NR_pselect6:
	case __NR_io_pgetevents:
		note_pair(t, a[5]);
		break;
	case __NR_io_uring_enter:
		if (a[3] & IORING_ENTER_EXT_ARG) {
			u64 arg[3]; /* the mask, its size in 32 bits, the time */

			if (a[4] && !copy_from_user(arg, a[4], sizeof(arg)))
				note(t, arg[0], (u32)arg[1]);
		} else {
			note(t, a[4], a[5]);
		}
		break;
	}
}
