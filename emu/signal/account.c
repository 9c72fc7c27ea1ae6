// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * See account.h. A signal handler may want the lock too, so its holder blocks all signals but
 * SIGTRAP (sigmask.h tells why). A SIGTRAP that somebody sends waits in thread->late meanwhile.
 */
#include "emu/signal/account.h"

#include "emu/base/engine.h"
#include "emu/base/mutex.h"
#include "emu/base/sigmask.h"
#include "emu/base/string.h"
#include "emu/base/syscall.h"
#include "emu/base/thread.h"
#include "emu/signal/abi.h"
#include "emu/signal/forward.h"
#include "emu/signal/kept.h"

#include <linux/time_types.h>

FORKED volatile u32 account_n_shared;
static struct account process;
FORKED static u32 lock;

static const u8 signals[] = { SIGILL, SIGTRAP, SIGBUS, SIGFPE, SIGSEGV, SIGSYS };

/* Returns the kernel's mask, for leave(). */
static u64 enter(struct thread *t)
{
	const u64 block = SIGMASK_NO_FAULT;
	u64 mask = 0;

	sys4(__NR_rt_sigprocmask, SIG_BLOCK, &block, &mask, sizeof(mask));
	t->account_busy = true;
	mutex_lock(&lock);
	return mask;
}

static void leave(struct thread *t, u64 mask)
{
	mutex_unlock(&lock);
	t->account_busy = false;
	if (unlikely(t->late_sig)) { /* it comes once more, now */
		sys4(__NR_rt_tgsigqueueinfo, t->pid, t->tid, t->late_sig, t->late);
		t->late_sig = 0;
	}
	sigmask_set(mask);
}

/* A child of vfork(2) is a process of its own, but has one thread. */
static bool has_process(const struct thread *t)
{
	return t->pid == engine.pid;
}

bool account_is_shared(const struct thread *t, const struct siginfo *info)
{
	switch (info->code) {
	case SI_USER:
	case SI_QUEUE:
	case SI_TIMER:
	case SI_MESGQ:
	case SI_ASYNCIO:
	case SI_SIGIO:
		return has_process(t) && info->pad != MARK_THREAD;
	default:
		return false;
	}
}

static u32 slot(int sig)
{
	u32 i = 0;

	while (signals[i] != sig)
		i++;
	return i;
}

static void put(struct account *a, int sig, const struct siginfo *info)
{
	if (a->set & BIT(sig))
		return;
	memcpy(a->info[slot(sig)], info, sizeof(a->info[0]));
	a->set |= BIT(sig);
}

/* Takes one of the signals in set. */
static bool take(struct account *a, u64 set, struct siginfo *info)
{
	for (u32 i = 0; i < ARRAY_SIZE(signals); i++) {
		if (!(a->set & set & BIT(signals[i])))
			continue;
		memset(info, 0, sizeof(*info));
		memcpy(info, a->info[i], sizeof(a->info[0]));
		info->signo = signals[i];
		a->set &= ~BIT(signals[i]);
		return true;
	}
	return false;
}

bool account_add(struct thread *t, int sig, const struct siginfo *info)
{
	bool shared = account_is_shared(t, info);
	u64 mask;

	if (t->account_busy) { /* SIGTRAP */
		memcpy(t->late, info, sizeof(*info));
		t->late_sig = sig;
		return false;
	}
	mask = enter(t);
	put(shared ? &process : &t->account, sig, info);
	account_n_shared += shared;
	leave(t, mask);
	return true;
}

u64 account_own(const struct thread *t)
{
	return t->account.set;
}

u64 account_shared(const struct thread *t)
{
	return unlikely(process.set) && has_process(t) ? process.set : 0;
}

bool account_take(struct thread *t, u64 own, u64 shared, struct siginfo *info)
{
	bool taken;
	u64 mask;

	if (!(account_own(t) & own) && !(account_shared(t) & shared))
		return false;
	mask = enter(t);
	taken = take(&t->account, own, info) || take(&process, has_process(t) ? shared : 0, info);
	leave(t, mask);
	return taken;
}

bool account_pass(struct thread *t, struct thread *to, int sig, u32 call)
{
	u64 mask = enter(t), blocked = to->call_masked ? to->call_mask : to->sigmask;
	struct siginfo info;
	bool passed = false;

	if (to->receives && to->pid == t->pid &&
	    (call ? to->call == call : !(blocked & BIT(sig))) && take(&process, BIT(sig), &info)) {
		passed = forward_send(t, to, &info);
		if (!passed)
			put(&process, sig, &info);
	}
	leave(t, mask);
	return passed;
}

void account_open(struct thread *t)
{
	t->receives = true;
}

void account_close(struct thread *t)
{
	static const struct __kernel_timespec at_once;
	static const u64 kept = SYNC_SIGNALS;
	struct siginfo info;

	__atomic_store_n(&t->receives, false, __ATOMIC_SEQ_CST);
	if (likely(!account_n_shared) || !has_process(t))
		return;
	/* Nobody is passing a signal to it any more. What was passed goes on to another thread. */
	sigmask_set(~0ull);
	leave(t, enter(t));
	while (sys4(__NR_rt_sigtimedwait, &kept, &info, &at_once, sizeof(kept)) > 0) {
		forward_restore(&info);
		if (account_is_shared(t, &info))
			kept_add(t, info.signo, &info);
	}
}

void account_forget(struct thread *t, int sig)
{
	u64 mask;

	if (!(BIT(sig) & SYNC_SIGNALS))
		return;
	mask = enter(t);
	if (has_process(t))
		process.set &= ~BIT(sig);
	for (struct thread *o = threads_first; o; o = o->next)
		if (o->pid == t->pid)
			o->account.set &= ~BIT(sig);
	leave(t, mask);
}

void account_forked(struct thread *t)
{
	lock = 0;
	if (process.set) /* a page less is written */
		process.set = 0;
	t->account.set = 0;
	t->account_busy = false;
}
