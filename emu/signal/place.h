/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Where in the program a thread is that stands in translated code.
 */
#ifndef PMC_EMU_SIGNAL_PLACE_H
#define PMC_EMU_SIGNAL_PLACE_H

#include "emu/base/types.h"

struct thread;
struct trace;

struct place {
	const struct trace *trace;
	u32 insn;   /* of the trace's instructions */
	bool clean; /* at its beginning: nothing of it has happened yet */
};

/* Finds the instruction that the code at rip was made from. False: the code belongs to no trace. */
bool place_find(u64 rip, struct place *p);
/* Is rip a clean point? Then *p tells which. */
bool place_is_clean(u64 rip, struct place *p);
/*
 * The address in the program of the x87 instruction at `at` in the code cache; 0 if there is none.
 * The code may have been emptied and made anew since it ran: then it may be another one.
 */
u64 place_of_x87(const struct thread *t, u64 at);
/*
 * Takes the program's state at this place over into t->cpu, and counts the instructions of the
 * trace before it. mc: the machine context that the signal found.
 */
void place_take(struct thread *t, const u64 *mc, const struct place *p);

#endif
