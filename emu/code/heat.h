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
/* The way of a conditional branch that is taken more often: 1 to its target, 0 behind it, -1:
 * nobody knows. */
int heat_way(u64 pc);

#endif
