// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * Signals: every handler of the program runs translated, and sees the program, never the engine.
 *
 * The kernel only knows signal_handler(). It runs on the engine's signal stack, with everything
 * but synchronous signals blocked. What it does depends on where the signal found the thread:
 *
 *  - In translated code, at the beginning of a program instruction ("clean point"): the program's
 *    state is in the registers. The engine builds the handler's frame at once and the thread goes
 *    on in it.
 *  - In translated code inside an instruction's translation, or in code between traces: the engine
 *    single-steps the thread (TF) to the next clean point, a few instructions away (step.c).
 *  - About to enter translated code, or about to make the program's system call: the state is in
 *    thread->cpu, and the engine builds the frame at once. A call that the kernel wants to restart
 *    stands at its SYSCALL instruction again, as it would natively.
 *  - Anywhere else in the engine: the signal is kept, with all signals blocked, and delivered when
 *    the engine is done (boundary.S looks before it resumes the program).
 *
 * A fault happens in translated code at a program instruction. The trace's records tell which one,
 * and which registers are in spill slots; the part of the trace before it is counted (place.c).
 */
#include "emu/signal/handler.h"

#include "emu/base/boundary.h"
#include "emu/base/engine.h"
#include "emu/base/sigmask.h"
#include "emu/base/thread.h"
#include "emu/signal/abi.h"
#include "emu/signal/async.h"
#include "emu/signal/fault.h"
#include "emu/signal/forward.h"
#include "emu/signal/kick.h"

/*
 * Programs queue the siginfo of a fault again, as crash handlers do for the next handler. It comes
 * where the thread enters the program, or behind a SYSCALL of the engine, where nothing faults.
 */
static bool was_queued(int sig, const struct ucontext *uc)
{
	u64 rip = uc->mc[MC_RIP];
	const u8 *at = (const u8 *)rip;

	if (sig == SIGSYS || sig == SIGTRAP)
		return false;
	return rip == boundary.enter || (rip > engine.engine_start && rip < engine.engine_end &&
					 at[-2] == 0x0f && at[-1] == 0x05);
}

void signal_handler(int sig, struct siginfo *info, struct ucontext *uc)
{
	struct thread *t = thread_self();

	forward_restore(info);
	if (kick_is(t, sig, info))
		kick_received(t, uc);
	else if ((BIT(sig) & SYNC_SIGNALS) && info->code > 0 && !was_queued(sig, uc))
		fault_received(t, sig, info, uc);
	else
		async_received(t, sig, info, uc);
}
