// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See async.h, and handler.c for the places where a signal can find a thread. */
#include "emu/signal/async.h"

#include "emu/base/boundary.h"
#include "emu/base/sighand.h"
#include "emu/base/sigmask.h"
#include "emu/base/thread.h"
#include "emu/code/cache.h"
#include "emu/code/path.h"
#include "emu/model/slow.h"
#include "emu/signal/abi.h"
#include "emu/signal/call.h"
#include "emu/signal/context.h"
#include "emu/signal/deliver.h"
#include "emu/signal/fpstate.h"
#include "emu/signal/frame.h"
#include "emu/signal/kept.h"
#include "emu/signal/mask.h"
#include "emu/signal/place.h"
#include "emu/signal/step.h"

#include <asm/errno.h>

/*
 * Gets the program's state into t->cpu. False: it is not whole there yet, and the signal has to
 * wait; uc is such that the thread comes to a safe point.
 */
static bool take_state(struct thread *t, const struct caught *c, struct ucontext *uc)
{
	u64 rip = uc->mc[MC_RIP];
	struct place at;

	if (cache_has(rip) && place_is_clean(rip, &at)) {
		place_take(t, uc->mc, &at);
		return true;
	}
	if (cache_has(rip) || model_has(t, rip)) {
		deliver_later(t, c);
		step_start(t, uc);
		return false;
	}
	if (call_leave(t, uc->mc))
		return true;
	if (rip >= boundary.resume && rip < boundary.resume_end) {
		path_not_grown(t);
		return true;
	}
	deliver_later(t, c);
	uc->sigmask = SIGMASK_ALL;
	return false;
}

void async_received(struct thread *t, int sig, const struct siginfo *info, struct ucontext *uc)
{
	const u8 *fp = (const u8 *)uc->mc[MC_FP];
	struct caught c = { .sig = sig, .info = info, .mc = uc->mc, .fp = fp, .mask = t->sigmask };

	/* It ended a call that has a mask of its own: the kernel goes back to the thread's mask
	 * only when the handler returns. */
	if (t->call_masked && uc->mc[MC_RIP] == (u64)call_end && uc->mc[MC_RAX] == (u64)-EINTR)
		c.mask = t->call_mask;
	/* Only such a signal can get here while it is blocked, and a synchronous one while another
	 * waits for its delivery. */
	if (BIT(sig) & SYNC_SIGNALS && (BIT(sig) & c.mask || t->pending_sig)) {
		kept_add(t, sig, info);
		return;
	}
	/* The waiting signal came after the engine had looked for one, and before it changed the
	 * mask. */
	if (t->pending_sig) {
		mask_send_again(t, sig, info);
		uc->sigmask = SIGMASK_ALL;
		return;
	}
	if (t->sighand->action[sig].handler == SIG_IGN)
		return;
	c.fp_size = fpstate_size(fp);
	if (!take_state(t, &c, uc))
		return;
	t->state = THREAD_ENGINE; /* the frame may need cache_lock */
	if (deliver(t, &c))
		fpstate_reset_frame((u8 *)uc->mc[MC_FP]);
	context_resume_engine(t, uc);
}
