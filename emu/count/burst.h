/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * A machine that is modelled now and then. The code cache has each trace twice: with checks for the
 * models, and without. All code counts the instructions that are left of a phase down
 * (emu/count/due.h). Near its end each trace leaves to the engine at its beginning; the first that
 * finds nothing left goes on in the code of the next phase. So phases depend on nothing but what
 * the program executes.
 *
 * The first phase models all, since caches really are cold then. After that each period of so many
 * instructions has one burst, at a place that a hash of its number and the seed chooses. In the
 * first part of a burst the state, which is that of the last burst's end, becomes like one that has
 * seen everything; its second half is counted apart, to tell how like. Then the models count, into
 * one of EMU_BURST_PAIRS groups by turns. libpmc scales the groups up, and tells how far the sum
 * may be off (lib/backends/emulated/sampled.c).
 */
#ifndef PMC_EMU_COUNT_BURST_H
#define PMC_EMU_COUNT_BURST_H

#include "emu/base/types.h"

struct thread;

/* Before the first thread. Returns 0 or -ENOMEM. */
int burst_init(void);
/* The thread counts into another task record from now on, and begins with the first phase. */
void burst_begin(struct thread *t);
/* The phase's instructions are used up: the thread is in the engine, before the next one. */
void burst_next(struct thread *t);
/* How many instructions the thread has executed since it began. */
u64 burst_instructions(const struct thread *t);
/* Tells the thread's record of the instructions up to now. */
void burst_account(struct thread *t);
/* Moves what one record has to another one. */
void burst_move(u32 from, u32 to);
#endif
