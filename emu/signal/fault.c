// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * A fault is the program's when it happens in translated code, in a copy from or to the program's
 * memory, or at its system call. Any other is a mistake of the engine.
 */
#include "emu/signal/fault.h"

#include "emu/base/engine.h"
#include "emu/base/mutex.h"
#include "emu/base/message.h"
#include "emu/base/rflags.h"
#include "emu/base/sigmask.h"
#include "emu/base/thread.h"
#include "emu/base/usermem.h"
#include "emu/code/cache.h"
#include "emu/code/pages.h"
#include "emu/count/count.h"
#include "emu/count/sample.h"
#include "emu/count/vector.h"
#include "emu/signal/abi.h"
#include "emu/signal/call.h"
#include "emu/signal/context.h"
#include "emu/signal/exit.h"
#include "emu/signal/fpstate.h"
#include "emu/signal/frame.h"
#include "emu/signal/place.h"
#include "emu/signal/raise.h"
#include "emu/signal/step.h"

/* t->cpu is the program at the fault: it enters its handler, or dies there. */
static void give_to_program(struct thread *t, int sig, const struct siginfo *info,
			    struct ucontext *uc)
{
	const u8 *fp = (const u8 *)uc->mc[MC_FP];
	const struct caught c = {
		.sig = sig,
		.info = info,
		.mc = uc->mc,
		.fp = fp,
		.fp_size = fpstate_size(fp),
		.mask = t->sigmask,
	};

	if (!(t->sigmask & BIT(sig)) && frame_enter_handler(t, &c)) {
		fpstate_reset_frame((u8 *)uc->mc[MC_FP]);
		context_resume_engine(t, uc);
		return;
	}
	/* It dies with its own registers, so that a core file shows them. */
	exit_arrange_signal(sig);
	context_store_registers(uc->mc, &t->cpu);
	uc->mc[MC_RIP] = t->cpu.rip;
	uc->sigmask = ~BIT(sig);
}

/* Was it a write to a page that the engine write-protects? Then the page is writable now. */
static bool was_protected(int sig, const struct siginfo *info, const struct ucontext *uc)
{
	bool handled;

	if (sig != SIGSEGV || !(uc->mc[MC_ERR] & PF_WRITE) || info->code != SEGV_ACCERR)
		return false;
	mutex_lock(&cache_lock);
	handled = pages_write_fault(info->addr);
	mutex_unlock(&cache_lock);
	return handled;
}

/* Was it a return that writes where it may only read? */
static bool is_pair(int sig, const struct siginfo *info, const struct ucontext *uc, u8 cls)
{
	return (sig == SIGSEGV || sig == SIGBUS) && info->code > 0 && uc->mc[MC_ERR] & PF_WRITE &&
	       IC_SIGNAL(cls) == EMU_RETURNS;
}

static const struct usermem_fixup *usermem_at(u64 rip)
{
	for (u64 i = 0; i < usermem_fixups_n; i++)
		if (rip >= usermem_fixups[i].start && rip < usermem_fixups[i].end)
			return &usermem_fixups[i];
	return NULL;
}

/* SIGTRAP of TF. */
static void trap_received(struct thread *t, struct ucontext *uc)
{
	u64 rip = uc->mc[MC_RIP];
	struct place at;

	if (t->stepping) {
		step_trapped(t, uc);
		return;
	}
	/* A POPF of the program has set TF. It ended its trace; once the thread is at the
	 * instruction behind it or in the engine, trap.c goes on. */
	if (!cache_has(rip) || !place_is_clean(rip, &at))
		return;
	place_take(t, uc->mc, &at);
	context_resume_engine(t, uc);
}

/* A fault in translated code. */
static void code_fault(struct thread *t, int sig, struct siginfo *info, struct ucontext *uc,
		       const struct place *at)
{
	u8 cls;

	if (t->stepping && !t->program_tf)
		uc->mc[MC_FLAGS] &= ~FLAG_TF;
	place_take(t, uc->mc, at);
	cls = cache.irecs[at->trace->irec + at->insn].cls;
	t->state = THREAD_ENGINE; /* the cache may be flushed from here on */
	if (was_protected(sig, info, uc) || is_pair(sig, info, uc, cls)) {
		/* Code of that page was dropped. The instruction that wrote runs alone. */
		u64 mask = uc->sigmask;

		t->one_shot = true;
		context_resume_engine(t, uc);
		uc->sigmask = mask;
		return;
	}
	if (sig == SIGTRAP) { /* INT3 has retired */
		count_add(t, t->cpu.rip, cls);
		sample_after(t); /* the thread may end here */
		t->cpu.rip++;
	}
	if ((sig == SIGILL || sig == SIGFPE) && info->code > 0)
		info->addr = t->cpu.rip;
	give_to_program(t, sig, info, uc);
	if (t->pending_sig) { /* it interrupts that handler */
		t->pending.mask = t->sigmask;
		fpstate_reset_frame(t->pending.fp);
		uc->sigmask = SIGMASK_ALL;
	}
}

void fault_received(struct thread *t, int sig, struct siginfo *info, struct ucontext *uc)
{
	u64 rip = uc->mc[MC_RIP];
	const struct usermem_fixup *fixup = usermem_at(rip);
	struct place at;

	if (fixup) {
		/* Nobody copies to the program with cache_lock held. The copy goes on where it
		 * was. */
		if (!was_protected(sig, info, uc))
			uc->mc[MC_RIP] = fixup->recover;
		return;
	}
	if (sig == SIGTRAP && info->code != SI_KERNEL) { /* that is INT3 */
		trap_received(t, uc);
		return;
	}
	if (sig == SIGSYS && rip == (u64)call_end) {
		/* A seccomp filter of the program has refused a call: the registers are as before
		 * it. */
		t->cpu.r[RAX] = uc->mc[MC_RAX];
		info->addr = t->cpu.rip;
		give_to_program(t, sig, info, uc);
		return;
	}
	if (!cache_has(rip) || !place_find(sig == SIGTRAP ? rip - 1 : rip, &at))
		emu_fatal("internal error: signal %d at %lx in the engine, address %lx", sig,
			  rip - engine.engine_start, (u64)info->addr);
	code_fault(t, sig, info, uc, &at);
}
