/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * How far a thread is from its next sample (EMU_F_SAMPLE): how often the sampled event is still to
 * happen. Translated code counts it down beside the counters of exits. Where a machine is modelled
 * in bursts, it is how many instructions are left of a phase (emu/count/burst.h). With a call tree
 * the cells count up instead: how often the event has happened in the current call (tree.h).
 *
 * One word that every exit changes would make each trace wait for the one before it. So there are
 * several cells: a trace has one of them, by its number, which all of its exits count down. The sum
 * of thread.left and all cells is the number that is left. With samples a trace looks at the cell's
 * sign when it has counted down, with bursts when it begins. So no cell is further below 0 than one
 * passage takes, or with bursts one for each cell, and thread.left, the reserve, is more than that:
 * the sample is not passed unseen. When a cell is negative, the engine spreads what is left beside
 * the reserve over the cells again, as they have taken of it lately. When the reserve is all that
 * is left, with samples all cells are negative, and each trace leaves where it looks; with bursts
 * those have something that can take it, and a passage more, before the phase ends.
 */
#ifndef PMC_EMU_DUE_H
#define PMC_EMU_DUE_H

#include "emu/base/engine.h"
#include "emu/base/offsets.h"
#include "emu/base/thread.h"
#include "emu/base/types.h"

/* What a passage takes at most: a trace has so many instructions (code/select.h). */
#define DUE_TRACE 64
extern u32 due_passage;

/* What an instruction takes at most: a load and a store may count together. */
static inline u32 due_once(void)
{
	return due_passage / DUE_TRACE;
}

/* What cells could take unseen, and more. */
static inline s64 due_reserve(void)
{
	return engine.sampled ? due_passage + 1 : (s64)due_passage * T_DUE_CELLS + 128;
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

/* How often the event is to happen until the next sample. */
static inline s64 due_left(const struct thread *t)
{
	s64 sum = t->left;

	for (u32 i = 0; i < T_DUE_CELLS; i++)
		sum += t->due[i];
	return sum;
}

/* Would a trace find its cell negative? */
static inline bool due_is_spent(const struct thread *t)
{
	s64 all = 0;

	for (u32 i = 0; i < T_DUE_CELLS; i++)
		all |= t->due[i];
	return all < 0;
}

/* How often it has happened, with samples. */
static inline u64 due_spent(const struct thread *t)
{
	return t->planned - (u64)due_left(t);
}

/* Is the next sample near? A trace that looks in its midst has counted its rest by then, so that it
 * is up to a passage more when that is taken back. */
static inline bool due_is_near(const struct thread *t)
{
	return engine.sampled && due_left(t) < due_reserve() + due_passage;
}

#endif
