/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* For a profile: what a step of the models has counted is told to its instruction. */
#ifndef PMC_EMU_COUNTED_H
#define PMC_EMU_COUNTED_H

#include "emu/launch.h"

struct thread;

/* The counts before a step, in the order of model_facts.told. */
struct counted {
	u64 before[EMU_MAX_TOLD];
};

void counted_begin(struct thread *t, struct counted *c);
/* Tells the instruction at pc what was counted since then. */
void counted_end(struct thread *t, const struct counted *c, u64 pc);

#endif
