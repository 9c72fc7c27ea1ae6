/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Alternate signal stacks: the program's, which the engine keeps track of, and the engine's own,
 * which the kernel uses.
 */
#ifndef PMC_EMU_SIGNAL_ALTSTACK_H
#define PMC_EMU_SIGNAL_ALTSTACK_H

#include "emu/base/types.h"

struct stack_alt;
struct thread;

/* In a new thread: the kernel delivers signals on the engine's signal stack. */
void altstack_init(struct thread *t);
/* That stack, for the kernel. */
struct stack_alt altstack_engine(const struct thread *t);
/* Is this stack pointer within the program's alternate stack? */
bool altstack_contains(const struct thread *t, u64 sp);
/* The same, unless SS_AUTODISARM forgets the stack while a handler runs on it. */
bool altstack_in_use(const struct thread *t, u64 sp);
/* SS_DISABLE, SS_ONSTACK or 0: could a handler use it, with that stack pointer? */
u32 altstack_state(const struct thread *t, u64 sp);
/* Sets the program's stack. 0 or -errno. */
long altstack_set(struct thread *t, const struct stack_alt *ss);
/* The program's sigaltstack(2). */
long altstack_sigaltstack(struct thread *t, u64 uss, u64 uold);

#endif
