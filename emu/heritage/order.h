/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * In which order the traces of a process should lie, by the counters of all its threads: which are
 * hot, and in which chains. In a chain each trace is followed by the one that most of its passages
 * go on with, where the jump there is its last instruction, and where that one does not follow
 * another trace, which leads to it more often.
 */
#ifndef PMC_EMU_ORDER_H
#define PMC_EMU_ORDER_H

#include "emu/base/types.h"

#define ORDER_NONE 0xffffffffu

struct order_trace {
	u64 passages;
	u32 next, prev; /* in its chain, as numbers of traces; ORDER_NONE */
	u32 chain;	/* another trace of the chain, its first one or itself */
	u32 by; /* the exit that should lead here through what lies in front: that of the trace
		 * before, or the one that does most often of those that need a counter there */
	bool is_hot;
};

struct order {
	struct order_trace *of; /* each trace */
	u32 n_traces, n_exits;
	u32 n_hot;
	u64 size;     /* bytes of their code */
	u64 *passed;  /* of each counter: how often … */
	u32 *sharers; /* … and how many exits have it */
};

/* Finds it. False: too little has happened yet to say what is hot, or there is no memory. */
bool order_make(struct order *o);
void order_free(struct order *o);

/* How often the exit was passed; of those that share a counter, on the average. */
u64 order_passages(const struct order *o, u32 exit);

#endif
