// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See route.h. Blocks of threads are never taken out of their list, so that it can be read without
 * its lock, which the thread that was interrupted may hold. */
#include "emu/signal/route.h"

#include "emu/base/sigmask.h"
#include "emu/base/syscall.h"
#include "emu/base/thread.h"
#include "emu/base/usermem.h"
#include "emu/signal/account.h"
#include "emu/signal/signalfd.h"

#include <linux/poll.h>

#define MAX_FDS 1024 /* of a select(2) */

static u64 of_poll(u64 fds, u64 n)
{
	struct pollfd p;
	u64 set = 0;

	for (u64 i = 0; i < n && !copy_from_user(&p, fds + i * sizeof(p), sizeof(p)); i++)
		if (p.fd >= 0 && p.events & POLLIN)
			set |= signalfd_set(p.fd);
	return set;
}

static u64 of_select(u64 n, u64 fds)
{
	u64 set = 0, word;

	for (u64 i = 0; fds && i < n && i < MAX_FDS; i += 64) {
		if (copy_from_user(&word, fds + i / 8, sizeof(word)))
			break;
		for (u64 bit = 0; bit < 64 && i + bit < n; bit++)
			if (word >> bit & 1)
				set |= signalfd_set((int)(i + bit));
	}
	return set;
}

u64 route_wanted(const struct thread *t, long nr, const u64 a[6])
{
	u64 set = t->call_masked ? ~t->call_mask : 0, asked;

	switch (nr) {
	case __NR_rt_sigtimedwait:
		if (!copy_from_user(&asked, a[0], sizeof(asked)))
			set |= asked;
		break;
	case __NR_read:
		set |= signalfd_set((int)a[0]);
		break;
	case __NR_poll:
	case __NR_ppoll:
		set |= of_poll(a[0], a[1]);
		break;
	case __NR_select:
	case __NR_pselect6:
		set |= of_select(a[0], a[1]);
		break;
	case __NR_epoll_wait:
	case __NR_epoll_pwait:
	case __NR_epoll_pwait2:
		set |= signalfd_set_of_epoll((int)a[0]);
		break;
	}
	return set & SYNC_SIGNALS;
}

static bool pass_to_unblocked(struct thread *t, int sig)
{
	for (struct thread *o = threads_first; o; o = o->next) {
		u64 blocked = o->call_masked ? o->call_mask : o->sigmask;

		if (o != t && o->receives && !(blocked & BIT(sig)) && account_pass(t, o, sig, 0))
			return true;
	}
	return false;
}

static bool pass_to_waiting(struct thread *t, int sig)
{
	for (struct thread *o = threads_first; o; o = o->next) {
		u32 call = o->call;

		if (o != t && o->receives && o->pid == t->pid && call &&
		    route_wanted(o, o->call_nr, o->call_args) & BIT(sig) &&
		    account_pass(t, o, sig, call))
			return true;
	}
	return false;
}

void route_shared(struct thread *t, int sig)
{
	if (threads_count > 1 && !pass_to_unblocked(t, sig))
		pass_to_waiting(t, sig);
}
