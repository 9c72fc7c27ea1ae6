/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Delivering an asynchronous signal to the program, at once or later.
 */
#ifndef PMC_EMU_SIGNAL_DELIVER_H
#define PMC_EMU_SIGNAL_DELIVER_H

#include "emu/base/types.h"

struct caught;
struct thread;

/*
 * The program, whose state is t->cpu, gets the signal: it enters its handler, or dies. The caller
 * is in the kernel's signal handler, or has all signals blocked. True: it entered its handler, and
 * the caller gives it the FP state that handlers begin with.
 */
bool deliver(struct thread *t, const struct caught *c);
/* Keeps the signal in t->pending until the thread is at a safe point. */
void deliver_later(struct thread *t, const struct caught *c);
/* Delivers the kept signal. Called by boundary.S, at a safe point in the engine. */
void deliver_pending(struct thread *t);
/* The same in the kernel's handler; the machine context and FP state are as caught now. */
bool deliver_pending_now(struct thread *t, const struct caught *now);

#endif
