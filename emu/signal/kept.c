// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See kept.h. */
#include "emu/signal/kept.h"

#include "emu/base/sigmask.h"
#include "emu/base/string.h"
#include "emu/base/syscall.h"
#include "emu/base/thread.h"
#include "emu/signal/abi.h"

static const struct siginfo *info_at(const struct thread *t, u32 i)
{
	return (const struct siginfo *)t->kept[i];
}

u64 kept_set(const struct thread *t)
{
	u64 set = 0;

	for (u32 i = 0; i < t->kept_n; i++)
		set |= BIT(info_at(t, i)->signo);
	return set;
}

void kept_add(struct thread *t, int sig, const struct siginfo *info)
{
	if (BIT(sig) & SYNC_SIGNALS & kept_set(t))
		return;
	/* Real-time signals queue. Beyond what fits they are lost, as beyond RLIMIT_SIGPENDING. */
	if (t->kept_n == KEPT_MAX)
		return;
	memcpy(t->kept[t->kept_n], info, sizeof(*info));
	((struct siginfo *)t->kept[t->kept_n++])->signo = sig;
}

void kept_send(struct thread *t, u64 set)
{
	u8 sent[KEPT_MAX][sizeof(struct siginfo)];
	u32 n = 0, left = 0;

	/* Whatever the program does not block comes back, or runs its handler, at once: so first
	 * put the list in order. */
	for (u32 i = 0; i < t->kept_n; i++) {
		u8 *to = BIT(info_at(t, i)->signo) & set ? sent[n++] : t->kept[left++];

		if (to != t->kept[i])
			memcpy(to, t->kept[i], sizeof(struct siginfo));
	}
	t->kept_n = left;
	for (u32 i = 0; i < n; i++) {
		const struct siginfo *info = (const struct siginfo *)sent[i];
		int pid = (int)sys0(__NR_getpid), tid = (int)sys0(__NR_gettid);

		if (sys4(__NR_rt_tgsigqueueinfo, pid, tid, info->signo, info) < 0)
			sys3(__NR_tgkill, pid, tid, info->signo);
	}
}

static bool looks_at_signals(long nr)
{
	switch (nr) {
	case __NR_rt_sigtimedwait:
	case __NR_rt_sigsuspend:
	case __NR_read:
	case __NR_readv:
	case __NR_poll:
	case __NR_ppoll:
	case __NR_select:
	case __NR_pselect6:
	case __NR_epoll_wait:
	case __NR_epoll_pwait:
	case __NR_epoll_pwait2:
	case __NR_io_pgetevents:
	case __NR_io_uring_enter:
		return true;
	default:
		return false;
	}
}

bool kept_lend(struct thread *t, long nr)
{
	if (likely(!(t->sigmask & KEPT_SIGNALS)) || !looks_at_signals(nr) || t->pending_sig)
		return false;
	sigmask_set(t->sigmask);
	kept_send(t, t->sigmask);
	return true;
}

void kept_take_back(struct thread *t)
{
	if (!t->pending_sig)
		sigmask_apply(t->sigmask);
}
