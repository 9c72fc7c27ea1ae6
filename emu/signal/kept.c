// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See kept.h. */
#include "emu/signal/kept.h"

#include "emu/base/engine.h"
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

/* Is there no room, or is it pending already? The siginfo of a timer is for all its expirations. */
static bool is_needless(const struct thread *t, int sig, const struct siginfo *info)
{
	u32 same = 0;

	for (u32 i = 0; i < t->kept_n; i++) {
		const struct siginfo *k = info_at(t, i);

		if (k->signo != sig)
			continue;
		if (BIT(sig) & SYNC_SIGNALS)
			return true;
		if (info->code == SI_TIMER && k->code == SI_TIMER && k->pid == info->pid)
			return true;
		same++;
	}
	/* Real-time signals queue. What does not fit is lost, as beyond RLIMIT_SIGPENDING. Each of
	 * the six other signals has its place. */
	return same >= KEPT_MAX - 6;
}

void kept_add(struct thread *t, int sig, const struct siginfo *info)
{
	/* No other signal may come while the list changes. */
	u64 mask = sigmask_set(SIGMASK_NO_FAULT);

	if (!is_needless(t, sig, info)) {
		memcpy(t->kept[t->kept_n], info, sizeof(*info));
		((struct siginfo *)t->kept[t->kept_n++])->signo = sig;
	}
	sigmask_set(mask);
}

/* Moves those signals of the set that are kept to `sent`. Returns their number. */
static u32 take_out(struct thread *t, u64 set, u8 (*sent)[sizeof(struct siginfo)])
{
	u64 mask = sigmask_set(SIGMASK_NO_FAULT);
	u32 n = 0, left = 0;

	for (u32 i = 0; i < t->kept_n; i++) {
		u8 *to = BIT(info_at(t, i)->signo) & set ? sent[n++] : t->kept[left++];

		if (to != t->kept[i])
			memcpy(to, t->kept[i], sizeof(struct siginfo));
	}
	t->kept_n = left;
	sigmask_set(mask);
	return n;
}

void kept_send(struct thread *t, u64 set)
{
	u8 sent[KEPT_MAX][sizeof(struct siginfo)];
	u32 n = take_out(t, set, sent);

	/* Whatever the program does not block comes back, or runs its handler, at once. */
	for (u32 i = 0; i < n; i++) {
		const struct siginfo *info = (const struct siginfo *)sent[i];
		int pid = (int)sys0(__NR_getpid), tid = (int)sys0(__NR_gettid);

		if (sys4(__NR_rt_tgsigqueueinfo, pid, tid, info->signo, info) < 0)
			sys3(__NR_tgkill, pid, tid, info->signo);
	}
}

bool kept_lend(struct thread *t)
{
	if (likely(!(t->sigmask & KEPT_SIGNALS)) || t->pending_sig || engine.strict)
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
