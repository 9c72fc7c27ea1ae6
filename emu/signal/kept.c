// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See kept.h. */
#include "emu/signal/kept.h"

#include "emu/base/engine.h"
#include "emu/base/sigmask.h"
#include "emu/base/syscall.h"
#include "emu/base/thread.h"
#include "emu/signal/abi.h"
#include "emu/signal/account.h"
#include "emu/signal/forward.h"
#include "emu/signal/route.h"

void kept_add(struct thread *t, int sig, const struct siginfo *info)
{
	if (account_add(t, sig, info) && account_is_shared(t, info))
		route_shared(t, sig);
}

/* What the program does not block comes at once. One that has to wait for its delivery is the last:
 * kept_wake() follows it. */
static void send(struct thread *t, u64 own, u64 shared)
{
	struct siginfo info;

	while (!t->pending_sig && account_take(t, own, shared, &info))
		forward_send(t, t, &info);
}

void kept_send(struct thread *t, u64 set)
{
	send(t, set, set);
}

void kept_wake(struct thread *t)
{
	/* Whoever adds a signal looks at t->sigmask afterwards. */
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	if (unlikely((account_own(t) | account_shared(t)) & ~t->sigmask))
		kept_send(t, ~t->sigmask);
}

/* The kernel gets the program's mask, and others see from now on what this thread waits for. */
static void begin_call(struct thread *t, long nr, const u64 a[6])
{
	sigmask_set(t->sigmask);
	t->call_nr = nr;
	t->call_args = a;
	t->calls += 2;
	__atomic_store_n(&t->call, t->calls | 1, __ATOMIC_SEQ_CST);
}

bool kept_lend(struct thread *t, long nr, const u64 a[6])
{
	u64 wanted;
	u32 before;

	if (likely(!(t->sigmask & SYNC_SIGNALS)) || t->pending_sig || engine.strict)
		return false;
	for (;;) {
		before = account_n_shared;
		/* What it looks at may be absent, so SIGSEGV must not be blocked yet. */
		wanted = unlikely(account_shared(t)) ? route_wanted(t, nr, a) : 0;
		begin_call(t, nr, a);
		if (likely(account_n_shared == before))
			break;
		t->call = 0;
		sigmask_apply(t->sigmask);
	}
	send(t, t->sigmask, wanted);
	return true;
}

void kept_take_back(struct thread *t, long nr, const u64 a[6], long ret)
{
	t->call = 0;
	if (!t->pending_sig)
		sigmask_apply(t->sigmask);
	forward_mend_results(t, nr, a, ret);
}
