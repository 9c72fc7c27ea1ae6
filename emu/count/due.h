/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * How far a thread is from its next sample (EMU_F_SAMPLE): how often the sampled event is still to
 * happen. Translated code counts it down beside the counters of exits, and looks at the beginning
 * of each trace whether the sample is near. A trace never counts more than DUE_NEAR, so the sample
 * cannot be passed unseen.
 *
 * thread.due is that number less DUE_NEAR, so that the sign says whether the sample is near.
 */
#ifndef PMC_EMU_DUE_H
#define PMC_EMU_DUE_H

#include "emu/base/engine.h"
#include "emu/base/thread.h"
#include "emu/base/types.h"

#define DUE_NEAR 128

/* How often the sampled event happens in what the vector counts; 0 without samples. */
u32 due_weight(u64 vec);
/* The same of an instruction of the class, at most: a conditional branch may go either way. */
u32 due_most(u8 cls);
/* The thread begins to count. */
void due_begin(struct thread *t);

/* Is the next sample near? */
static inline bool due_is_near(const struct thread *t)
{
	return engine.sampled && t->due < 0;
}

/* How often the event is to happen until the next sample. */
static inline s64 due_left(const struct thread *t)
{
	return t->due + DUE_NEAR;
}

#endif
