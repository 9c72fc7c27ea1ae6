// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See call.h. */
#include "emu/signal/call.h"

#include "emu/base/thread.h"
#include "emu/count/count.h"
#include "emu/count/vector.h"
#include "emu/signal/abi.h"

void call_not_begun(struct thread *t)
{
	t->cpu.rip = t->syscall_pc;
	count_sub(t, t->syscall_pc, IC_BRANCH(EMU_SYSCALLS));
}

bool call_leave(struct thread *t, const u64 *mc)
{
	u64 rip = mc[MC_RIP];

	if (rip < (u64)call_begin || rip > (u64)call_insn)
		return false;
	/* SYSCALL leaves its own end in RCX, also where the kernel wants it executed again. */
	if (rip == (u64)call_insn && mc[MC_RCX] == (u64)call_end)
		t->cpu.rip = t->syscall_pc;
	else
		call_not_begun(t);
	return true;
}
