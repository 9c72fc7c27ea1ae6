// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * See step.h. The processor's TF is set meanwhile, also where the program has not set it:
 * t->program_tf tells whether it has.
 */
#include "emu/signal/step.h"

#include "emu/base/rflags.h"
#include "emu/base/sigmask.h"
#include "emu/base/string.h"
#include "emu/base/thread.h"
#include "emu/code/cache.h"
#include "emu/model/slow.h"
#include "emu/signal/abi.h"
#include "emu/signal/context.h"
#include "emu/signal/deliver.h"
#include "emu/signal/fpstate.h"
#include "emu/signal/frame.h"
#include "emu/signal/kept.h"
#include "emu/signal/place.h"

/* Is the instruction at rip in the code cache POPF? It sets TF as the program says. */
static bool pops_flags(u64 rip)
{
	const u8 *p = (const u8 *)rip;

	while (*p == 0x66 || (*p & 0xf0) == 0x40) /* operand size, REX */
		p++;
	return *p == 0x9d;
}

static void step_next(struct thread *t, struct ucontext *uc)
{
	t->popping = cache_has(uc->mc[MC_RIP]) && pops_flags(uc->mc[MC_RIP]);
	uc->mc[MC_FLAGS] |= FLAG_TF;
}

/* The thread comes back from the model by single steps. */
static void step_behind_model(struct thread *t, struct ucontext *uc)
{
	t->model.step = 1;
	t->popping = false;
	uc->mc[MC_FLAGS] &= ~FLAG_TF;
}

void step_start(struct thread *t, struct ucontext *uc)
{
	u64 rip = uc->mc[MC_RIP];

	t->stepping = true;
	t->program_tf = uc->mc[MC_FLAGS] & FLAG_TF; /* POPF has just set it */
	if (model_is_in(t, rip)) {
		t->program_tf = model_flags(t) & FLAG_TF;
		step_behind_model(t, uc);
	} else {
		step_next(t, uc);
	}
	uc->sigmask = SIGMASK_ALL;
}

/* The thread has left the cache without a clean point: the engine itself looks at pending_sig. */
static void left_cache(struct thread *t, struct ucontext *uc)
{
	const u8 *fp = (const u8 *)uc->mc[MC_FP];

	if (!t->program_tf) /* else the engine is to see it in the program's flags */
		uc->mc[MC_FLAGS] &= ~FLAG_TF;
	t->stepping = false;
	if (t->pending_sig) { /* what the instructions since the signal have made of it */
		t->pending.fp_size = fpstate_size(fp);
		memcpy(t->pending.fp, fp, t->pending.fp_size);
	} else {
		uc->sigmask = sigmask_native(t->sigmask);
	}
}

void step_trapped(struct thread *t, struct ucontext *uc)
{
	u64 rip = uc->mc[MC_RIP];
	struct place at;

	if (t->popping)
		t->program_tf = uc->mc[MC_FLAGS] & FLAG_TF;
	if (model_is_in(t, rip)) {
		step_behind_model(t, uc);
		return;
	}
	if (model_is_on_way(rip)) {
		step_next(t, uc);
		return;
	}
	if (!cache_has(rip)) {
		left_cache(t, uc);
		return;
	}
	if (!place_is_clean(rip, &at)) {
		step_next(t, uc);
		return;
	}
	if (!t->program_tf)
		uc->mc[MC_FLAGS] &= ~FLAG_TF;
	place_take(t, uc->mc, &at);
	t->stepping = false;
	if (t->pending_sig) {
		u8 *fp = (u8 *)uc->mc[MC_FP];
		struct caught now = { .mc = uc->mc, .fp = fp, .fp_size = fpstate_size(fp) };

		t->state = THREAD_ENGINE;
		if (deliver_pending_now(t, &now))
			fpstate_reset_frame(fp);
		kept_wake(t);
	}
	context_resume_engine(t, uc);
}
