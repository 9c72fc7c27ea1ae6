// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See sigreturn.h. */
#include "emu/signal/sigreturn.h"

#include "emu/base/boundary.h"
#include "emu/base/engine.h"
#include "emu/base/rflags.h"
#include "emu/base/sigmask.h"
#include "emu/base/thread.h"
#include "emu/base/usermem.h"
#include "emu/count/tree.h"
#include "emu/signal/abi.h"
#include "emu/signal/altstack.h"
#include "emu/signal/call.h"
#include "emu/signal/context.h"
#include "emu/signal/kept.h"
#include "emu/signal/raise.h"
#include "emu/signal/restorer.h"

/* Flags that a program can set by returning from a handler, as in the kernel (FIX_EFLAGS): AC, RF,
 * OF, DF, TF, SF, ZF, AF, PF and CF. */
#define RESTORED_FLAGS 0x50dd5ull

void sigreturn(struct thread *t)
{
	struct sigframe f;
	u64 at = t->cpu.r[RSP] - 8;
	u8 probe[512];

	sigmask_block_all();
	if (t->pending_sig) { /* it goes first, before the frame's FP state is loaded */
		call_not_begun(t);
		return;
	}
	if (copy_from_user(&f, at, sizeof(f)) ||
	    (f.uc.mc[MC_FP] && copy_from_user(probe, f.uc.mc[MC_FP], sizeof(probe)))) {
		raise_gp(t);
		return;
	}
	if (engine.tree)
		tree_sigreturn(t, at);
	context_load_registers(f.uc.mc, &t->cpu);
	t->cpu.rip = f.uc.mc[MC_RIP];
	t->cpu.rflags = (f.uc.mc[MC_FLAGS] & RESTORED_FLAGS) | FLAGS_CLEAR;
	t->sigmask = f.uc.sigmask & ~UNBLOCKABLE;
	altstack_set(t, &f.uc.stack);
	/* The kernel delivers these when the FP state is that of the frame. */
	sigmask_set(SIGMASK_NO_FAULT);
	kept_wake(t);
	/* The kernel loads the FP state and the mask, and comes back to the engine. */
	f.uc.mc[MC_RIP] = boundary.enter;
	f.uc.mc[MC_RSP] = t->stack;
	f.uc.mc[MC_FLAGS] = FLAGS_CLEAR;
	f.uc.mc[MC_SEGMENTS] = USER_SEGMENTS;
	f.uc.flags |= UC_SIGCONTEXT_SS | UC_STRICT_RESTORE_SS;
	f.uc.stack = altstack_engine(t);
	f.uc.sigmask = t->pending_sig ? SIGMASK_ALL : sigmask_native(t->sigmask);
	signal_restore_frame(&f.uc);
}
