/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * How far a thread is from its next sample (EMU_F_SAMPLE): how often the sampled event is still to
 * happen. Translated code counts it down beside the counters of exits. Where a machine is modelled
 * in bursts, it is how many instructions are left of a phase (emu/count/burst.h). With a call tree
 * the cells count up instead: how often the event has happened in the current call (tree.h).
 *
 * One word that every exit changes would make each trace wait for the one before it. So there are
 * several cells: a trace has one of them, by its number, which all of its exits count down, and
 * whose sign it looks at when it begins. The sum of thread.left and all cells is the number that is
 * left. As long as no trace finds its cell negative, no cell is below what one passage takes, and
 * thread.left is at least due_near(), so that the sample is not passed unseen. The engine spreads
 * what is left over the cells again when one is negative: as they have taken of it lately. When the
 * sample is near, all are negative but those that due_allow() sets.
 */
#ifndef PMC_EMU_DUE_H
#define PMC_EMU_DUE_H

#include "emu/base/engine.h"
#include "emu/base/offsets.h"
#include "emu/base/thread.h"
#include "emu/base/types.h"

/* What a passage takes at most: a trace has 64 instructions (code/select.h). */
extern u32 due_passage;

/* Nearer than this, cells could take more than is left. */
static inline s64 due_near(void)
{
	return (s64)due_passage * T_DUE_CELLS + 128;
}

/* How often the sampled event happens in what the vector counts; 0 without samples. */
u32 due_weight(u64 vec);
/* The same of an instruction of the class, at most: a conditional branch may go either way. */
u32 due_most(u8 cls);
/* The thread begins to count. */
void due_begin(struct thread *t);
/* So much is left from now on. */
void due_set(struct thread *t, s64 left);
/* The thread begins with the next period. */
void due_plan(struct thread *t);
/* Spreads what is left over the cells. */
void due_spread(struct thread *t);
/* Traces may take n at most before one finds its cell negative; this cell comes first. */
void due_allow(struct thread *t, u32 cell, s64 n);

/* How often the event is to happen until the next sample. */
static inline s64 due_left(const struct thread *t)
{
	s64 sum = t->left;

	for (u32 i = 0; i < T_DUE_CELLS; i++)
		sum += t->due[i];
	return sum;
}

/* How often it has happened, with samples. */
static inline u64 due_spent(const struct thread *t)
{
	return t->planned - (u64)due_left(t);
}

/* Is the next sample near? */
static inline bool due_is_near(const struct thread *t)
{
	return engine.sampled && due_left(t) < due_near();
}

#endif
