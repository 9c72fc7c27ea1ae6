// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See kick.h. */
#include "emu/signal/kick.h"

#include "emu/base/boundary.h"
#include "emu/base/engine.h"
#include "emu/base/kick.h"
#include "emu/base/mutex.h"
#include "emu/base/sigmask.h"
#include "emu/base/syscall.h"
#include "emu/base/thread.h"
#include "emu/code/cache.h"
#include "emu/code/path.h"
#include "emu/model/slow.h"
#include "emu/signal/abi.h"
#include "emu/signal/context.h"
#include "emu/signal/place.h"
#include "emu/signal/step.h"

#include <linux/futex.h>
#include <linux/time_types.h>

#define PATIENCE 10000 /* tenths of milliseconds: how long a thread waits for a kick */

static const struct __kernel_timespec moment = { 0, 100000 };

bool kick_is(struct thread *t, int sig, const struct siginfo *info)
{
	/* What the kernel says of a signal whose siginfo it could not queue. */
	bool lost = info->code == SI_USER && !info->pid && !info->uid;

	if (sig != SIGKICK || (!t->kick && info->code != KICK_CODE))
		return false;
	/* A signal of the program that was pending already has swallowed the kick. Then it is sent
	 * once more. */
	t->kick = 0;
	return info->code == KICK_CODE || lost;
}

void kick_received(struct thread *t, struct ucontext *uc)
{
	u64 rip = uc->mc[MC_RIP];
	struct place at;

	if (t->stepping) /* it is on its way out */
		return;
	if (cache_has(rip) && place_is_clean(rip, &at)) {
		place_take(t, uc->mc, &at);
		context_resume_engine(t, uc);
	} else if (cache_has(rip) || model_has(t, rip)) {
		step_start(t, uc);
	} else if (rip >= boundary.resume && rip < boundary.resume_end) {
		u64 mask = uc->sigmask;

		path_not_grown(t);
		context_resume_engine(t, uc);
		uc->sigmask = mask;
	}
}

void kick_settle(struct thread *t)
{
	u32 kick, i;

	__atomic_store_n(&t->state, THREAD_ENGINE, __ATOMIC_SEQ_CST);
	/* While a signal waits for its delivery, the call does not begin. The sender may have been
	 * killed, so the wait has an end. */
	for (i = 0; unlikely(kick = t->kick) && !t->pending_sig && i < PATIENCE; i++)
		if (!engine.strict)
			sys4(__NR_futex, &t->kick, FUTEX_WAIT_PRIVATE, kick, &moment);
	if (unlikely(i == PATIENCE))
		t->kick = 0;
}

static bool any_kicked(void)
{
	for (const struct thread *t = threads_first; t; t = t->next)
		if (t->state != THREAD_FREE && t->kick)
			return true;
	return false;
}

bool kick_avoid(long nr, u64 sig, const u64 a[6], long *ret)
{
	u64 mask;

	if (sig != SIGKICK || threads_count == 1)
		return false;
	mask = sigmask_set(~0ull);
	mutex_lock(&threads_lock);
	for (u32 i = 0; any_kicked() && i < PATIENCE; i++)
		sys2(__NR_nanosleep, &moment, 0);
	*ret = sys4(nr, a[0], a[1], a[2], a[3]);
	mutex_unlock(&threads_lock);
	sigmask_set(mask);
	return true;
}
