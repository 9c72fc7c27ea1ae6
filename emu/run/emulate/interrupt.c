// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See interrupt.h. The two traps are reported with the instruction behind them. */
#include "emu/run/emulate/interrupt.h"

#include "emu/base/thread.h"
#include "emu/count/count.h"
#include "emu/count/vector.h"
#include "emu/decode/decode.h"
#include "emu/run/emulate/int80.h"
#include "emu/signal/raise.h"

#define OP_INT 0xcd

bool interrupt_emulate(struct thread *t, u64 pc, const struct insn *in)
{
	u64 next = t->cpu.rip;

	if (in->op == OP_INT && in->imm == 0x80)
		return int80_emulate(t);
	if (in->op == OP_INT)
		raise_int3(t);
	else
		raise_int1(t);
	if (t->pending_sig && t->cpu.rip == next) { /* another signal comes first: once more */
		t->cpu.rip = pc;
		count_sub(t, pc, 0);
	}
	return true;
}
