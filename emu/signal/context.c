// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See context.h. */
#include "emu/signal/context.h"

#include "emu/base/boundary.h"
#include "emu/base/rflags.h"
#include "emu/base/sigmask.h"
#include "emu/base/thread.h"
#include "emu/signal/trap.h"

/* By enum reg. R8 to R15 come first in the machine context. */
static const u8 place_of[16] = {
	MC_RAX, MC_RCX, MC_RDX, MC_RBX, MC_RSP, MC_RBP, MC_RSI, MC_RDI, 0, 1, 2, 3, 4, 5, 6, 7,
};

void context_load_registers(const u64 *mc, struct cpu *cpu)
{
	for (int r = 0; r < 16; r++)
		cpu->r[r] = mc[place_of[r]];
}

void context_store_registers(u64 *mc, const struct cpu *cpu)
{
	for (int r = 0; r < 16; r++)
		mc[place_of[r]] = cpu->r[r];
}

void context_resume_engine(struct thread *t, struct ucontext *uc)
{
	trap_undo(t);
	uc->mc[MC_RIP] = boundary.enter;
	uc->mc[MC_RSP] = t->stack;
	uc->mc[MC_FLAGS] = FLAGS_CLEAR;
	uc->sigmask = sigmask_native(t->sigmask);
	t->stepping = false;
	t->call = 0; /* it ends here, if the signal interrupted one */
	t->call_masked = false;
}
