/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Single-stepping a thread through translated code to the next clean point.
 */
#ifndef PMC_EMU_SIGNAL_STEP_H
#define PMC_EMU_SIGNAL_STEP_H

struct thread;
struct ucontext;

/* Begins, with all signals blocked. Sets t->stepping. */
void step_start(struct thread *t, struct ucontext *uc);
/* SIGTRAP: the thread has executed one instruction. */
void step_trapped(struct thread *t, struct ucontext *uc);

#endif
