/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Where the returns and indirect branches of hot traces lead. One that has led to the same place
 * for a while gets a trace that compares and goes on there. A wrong guess costs time only: where
 * control goes elsewhere, the trace leaves by the table.
 *
 * Learning costs little: the code asks the engine at each 256th passage, which its counter tells,
 * and when the engine knows enough, it drops the trace. The next one is as it has decided, and
 * grows along the way that is hot now. All under cache_lock.
 */
#ifndef PMC_EMU_GUESS_H
#define PMC_EMU_GUESS_H

#include "emu/base/types.h"

struct thread;

enum guess {
	GUESS_OPEN,  /* the trace should ask */
	GUESS_KNOWN, /* it should go on at the place that is known */
	GUESS_MANY,  /* it leads to many places, or nobody may guess */
};

/* May traces go on behind returns and indirect branches, with a comparison? Do those that ask
 * models, too? Not where the models note branches, which traces do at their ends only; nor in
 * bursts, which such traces are for a short time; nor in large programs, whose code with checks is
 * too much already. */
bool guess_may(void);
bool guess_may_ask(void);
/* What is known of a return or an indirect branch. */
struct guess_site {
	u64 head, pc;
	u64 to;
	u8 state; /* enum guess */
	u8 row, changes, wrong, seldom;
	u8 judged, settled; /* bool */
	u8 pad;
};

/* What is known of the branch at pc in the trace that begins at head. Sets *to if GUESS_KNOWN. */
enum guess guess_find(u64 head, u64 pc, u64 *to);
/* While samples are taken, counters cost much. Must the trace have them, to tell how often the
 * guess is right? Was it right so often that nobody need ask again? */
bool guess_is_judged(u64 head, u64 pc);
bool guess_is_settled(u64 head, u64 pc);
/* The thread has gone to `to` by exit x, without a way there. If the exit has asked, takes note of
 * that, and drops the trace if another one is wanted. Has it done so? */
bool guess_learn(const struct thread *t, u32 x, u64 to);

/* Lists what is known of all, for a process that begins with these traces. Returns how many those
 * are; to: where, or NULL. */
u32 guess_sites(struct guess_site *to);
/* So many come by guess_inherit(). */
void guess_expect(u32 n);
void guess_inherit(const struct guess_site *s);

#endif
