/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * A program that steps itself by TF: one instruction runs alone, then comes SIGTRAP.
 */
#ifndef PMC_EMU_SIGNAL_TRAP_H
#define PMC_EMU_SIGNAL_TRAP_H

#include "emu/base/types.h"

struct insn;
struct thread;

/* The instruction that runs next, alone, is in: TF goes from thread->cpu to thread->trap. */
void trap_begin(struct thread *t, const struct insn *in, const u8 *bytes);
/* The instruction did not run, or faulted: the program's state is as before trap_begin(). */
void trap_undo(struct thread *t);
/* The thread has left the code cache. False: no instruction was running alone. */
bool trap_back(struct thread *t);
/* The instruction is done, in the cache or by the engine: raises SIGTRAP. */
void trap_report(struct thread *t, bool by_engine);

#endif
