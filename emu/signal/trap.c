// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * A program that steps itself: it sets TF in its flags (POPF, or a signal handler in the context that
 * it returns to), and gets SIGTRAP after each instruction.
 *
 * TF is never set in the processor meanwhile, for that would trap after each instruction of the
 * translation. The engine lets one instruction at a time run, alone in a trace (ONE_SHOT), with the TF
 * of thread->cpu kept aside in thread->trap, and builds the program's frame when it has come back.
 * What hardware does, and Linux, seen natively:
 *  - the instruction behind the POPF that sets TF is the first that traps; the POPF that clears it traps;
 *  - a string instruction with REP traps after each repetition: it runs with RCX = 1, and the rest of RCX
 *    is added afterwards. While it is not done, Intel's processors show RF set and the flags from before
 *    it, AMD's the flags of the last comparison;
 *  - a load of SS does not trap, nor does SYSCALL, since the kernel comes back by IRET: the instruction
 *    behind it does;
 *  - PUSHF stores TF as it is.
 */
#include "emu/base/thread.h"
#include "emu/code/cache.h"
#include "emu/decode/decode.h"
#include "emu/signal/signal.h"

/* The one instruction to run next, just translated, is in: take TF away. */
void trap_begin(struct thread *t, const struct insn *in, const u8 *bytes)
{
	u64 n = t->cpu.r[RCX];

	t->trap = (struct trap){.on = true, .kind = in->kind, .len = in->len, .pc = t->cpu.rip};
	t->trap.silent = in->kind == K_SYSCALL || in->kind == K_INT || (in->kind == K_MOV_TO_SREG && (in->modrm >> 3 & 7) == 2);
	t->trap.flags = t->cpu.rflags;
	t->cpu.rflags &= ~FLAG_TF;
	if (in->flags & I_ADDR32)
		n = (u32)n;
	if (!(in->flags & I_REP) || in->flags & I_SEG_GS || n < 2)
		return;
	t->cpu.r[RCX] = 1;
	t->trap.left = n - 1;
	t->trap.cls = (u8)((in->flags & I_LOAD ? IC_LOAD : 0) | (in->flags & I_STORE ? IC_STORE : 0));
	for (unsigned i = 0; i < in->n_prefix; i++)
		if (bytes[i] == 0xf2 || bytes[i] == 0xf3)
			t->trap.while_zf = bytes[i] == 0xf3;
	t->trap.compares = (in->op & 0xfe) == 0xa6 || (in->op & 0xfe) == 0xae;
}

/* It did not run, or faulted: the program's state is as if nothing had been taken away. */
void trap_undo(struct thread *t)
{
	if (!t->trap.on)
		return;
	t->trap.on = false;
	t->cpu.rflags |= FLAG_TF;
	t->cpu.r[RCX] += t->trap.left;
}

/* It left the cache, so it is done, but for an instruction that the engine carries out. */
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
	if (p->left && !(p->compares && !(t->cpu.rflags & FL_ZF) == p->while_zf)) {
		t->cpu.rip = p->pc;
		if (!is_amd())
			t->cpu.rflags = p->flags | FLAG_RF;
		count_vec_sub(t, class_vec(p->cls)); /* it counts when it is done */
	}
	return true;
}

/* The instruction is done, by the cache or by the engine: SIGTRAP. */
void trap_report(struct thread *t, bool by_engine)
{
	if (t->trap.silent || (by_engine && t->cpu.rip != t->trap.pc + t->trap.len && t->trap.kind != K_XBEGIN))
		return; /* the latter: it faulted */
	signal_fault(t, SIGTRAP, 2 /* TRAP_TRACE */, t->cpu.rip, 1, 0);
}
