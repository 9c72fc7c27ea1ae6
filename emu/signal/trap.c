// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * A program steps itself by setting TF in its flags (with POPF, or in the context that a signal
 * handler returns to), and gets SIGTRAP after each instruction.
 *
 * The processor's TF stays clear meanwhile: it would trap after each instruction of the
 * translation. The engine lets one instruction at a time run, alone in a trace (ONE_SHOT), with
 * the TF of thread->cpu kept aside in thread->trap, and builds the program's frame when the
 * instruction has come back. Hardware and Linux behave like this, as seen natively:
 *  - The instruction behind the POPF that sets TF is the first that traps. The POPF that clears TF
 *    traps.
 *  - A string instruction with REP traps after each repetition. It runs with RCX = 1, and the
 *    engine adds the rest of RCX afterwards. Until it is done, Intel's processors show RF set and
 *    the flags from before it, AMD's show the flags of the last comparison.
 *  - A load of SS does not trap. Nor does SYSCALL, since the kernel returns by IRET. The
 *    instruction behind them does.
 *  - PUSHF stores TF as it is.
 */
#include "emu/signal/trap.h"

#include "emu/base/cpuid.h"
#include "emu/base/rflags.h"
#include "emu/base/thread.h"
#include "emu/base/usermem.h"
#include "emu/count/count.h"
#include "emu/count/vector.h"
#include "emu/decode/decode.h"
#include "emu/signal/raise.h"

/* The system call, INT n and a load of SS do not trap. */
static bool is_silent(const struct insn *in)
{
	return in->kind == K_SYSCALL || in->kind == K_INT ||
	       (in->kind == K_MOV_TO_SREG && (in->modrm >> 3 & 7) == 2);
}

void trap_begin(struct thread *t, const struct insn *in, const u8 *bytes)
{
	u64 n = t->cpu.r[RCX];

	t->trap = (struct trap){ .on = true, .kind = in->kind, .len = in->len, .pc = t->cpu.rip };
	t->trap.silent = is_silent(in);
	t->trap.flags = t->cpu.rflags;
	t->cpu.rflags &= ~FLAG_TF;
	if (in->flags & I_ADDR32)
		n = (u32)n;
	if (!(in->flags & I_REP) || in->flags & I_SEG_GS || n < 2)
		return;
	t->cpu.r[RCX] = 1;
	t->trap.left = n - 1;
	t->trap.cls = (u8)((in->flags & I_LOAD ? IC_LOAD : 0) |
			   (in->flags & I_STORE ? IC_STORE : 0));
	for (unsigned i = 0; i < in->n_prefix; i++)
		if (bytes[i] == 0xf2 || bytes[i] == 0xf3)
			t->trap.while_zf = bytes[i] == 0xf3;
	t->trap.compares = (in->op & 0xfe) == 0xa6 || (in->op & 0xfe) == 0xae;
}

void trap_undo(struct thread *t)
{
	if (!t->trap.on)
		return;
	t->trap.on = false;
	t->cpu.rflags |= FLAG_TF;
	t->cpu.r[RCX] += t->trap.left;
}

bool trap_back(struct thread *t)
{
	struct trap *p = &t->trap;
	u64 popped = t->cpu.rflags;
	u8 byte;

	if (!p->on)
		return false;
	trap_undo(t);
	if (p->kind == K_POPF)
		t->cpu.rflags = popped;
	if (p->kind == K_PUSHF && !copy_from_user(&byte, t->cpu.r[RSP] + 1, 1)) {
		byte |= FLAG_TF >> 8;
		copy_to_user(t->cpu.r[RSP] + 1, &byte, 1);
	}
	/* A string instruction with repetitions left: it retires, and counts, with the last one. */
	if (p->left && !(p->compares && !(t->cpu.rflags & FL_ZF) == p->while_zf)) {
		t->cpu.rip = p->pc;
		if (!is_amd())
			t->cpu.rflags = p->flags | FLAG_RF;
		count_sub(t, p->pc, p->cls);
	}
	return true;
}

void trap_report(struct thread *t, bool by_engine)
{
	/* An instruction that the engine emulated and that is not behind us has faulted. */
	bool faulted = by_engine && t->cpu.rip != t->trap.pc + t->trap.len &&
		       t->trap.kind != K_XBEGIN;

	if (!t->trap.silent && !faulted)
		raise_trace(t);
}
