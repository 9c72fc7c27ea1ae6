/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Where the program has spent its time. When it has run for a while, and after ever longer whiles
 * again, as it may do something else then, the traces that are executed most are dropped, each
 * once, so that they are made anew: next to each other, along the ways that their counters say are
 * taken, and longer. All under cache_lock.
 */
#ifndef PMC_EMU_HEAT_H
#define PMC_EMU_HEAT_H

#include "emu/base/types.h"

struct exit;
struct thread;

/* A test wants guesses, and traces that are made anew, as often as can be. */
bool heat_hastily(void);
/* Are the counters of exits still to be looked at? */
bool heat_wants(void);
/* How often the thread has taken the exit. */
u64 heat_passages(const struct thread *t, const struct exit *x);

/* Drops the traces, if it is time for that. */
void heat_look(const struct thread *t);
/* Has a trace that begins there been dropped so? */
bool heat_is_hot(u64 pc);
/* It was, in a process that has left the trace that there is now (emu/heritage/heritage.h). */
void heat_inherit(u64 pc);
/* The way of a conditional branch that is taken more often: 1 to its target, 0 behind it, -1:
 * nobody knows. */
int heat_way(u64 pc);

/* How often a conditional branch was taken, and fell through, in passages of hot traces. */
struct heat_branch {
	u64 pc;
	u64 taken, fell;
};
/* Lists what is known of branches, for a process that begins with these traces. Returns how many
 * those are; to: where, or NULL. */
u32 heat_branches(struct heat_branch *to);
/* So many come now. What is learned here weighs more. */
void heat_expect_branches(u32 n);
void heat_inherit_branch(const struct heat_branch *b);

#endif
