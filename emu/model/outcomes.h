/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * What the branches of a thread did, and a model has not seen yet. Predictors feed nothing back, so
 * that only the order of a thread's branches matters. Translated code writes notes
 * (code/outcome.c); the model takes them in when the buffer is full, and whenever the thread comes
 * to the engine for a system call or a signal.
 *
 * A note is an address, a kind, and in the highest byte 1 for a branch that was taken. Behind the
 * note of an indirect branch or a return is where it went.
 */
#ifndef PMC_EMU_OUTCOMES_H
#define PMC_EMU_OUTCOMES_H

#include "emu/base/types.h"

struct machine_state;
struct thread;

enum outcome_kind {
	OUTCOME_CONDITIONAL,
	OUTCOME_CALL, /* the address is where it returns to */
	OUTCOME_INDIRECT,
	OUTCOME_RETURN,
};
#define OUTCOME_ADDRESS 0xffffffffffffull
#define OUTCOME_KIND	48 /* the kind's lowest bit */
#define OUTCOME_TAKEN	56

/* The model takes in the thread's notes. If a signal is waiting then, it may have found vector
 * registers that are not the program's. */
void model_outcomes(struct thread *t);
/* One conditional branch. */
void model_conditional(struct machine_state *s, u64 ip, bool taken);

#endif
