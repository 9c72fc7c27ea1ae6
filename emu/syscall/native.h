/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Leaving the engine for good.
 */
#ifndef PMC_EMU_SYSCALL_NATIVE_H
#define PMC_EMU_SYSCALL_NATIVE_H

#include "emu/base/types.h"

struct cpu;
struct thread;

/* Can the process leave? Only when it has one thread, and memory of its own. */
bool native_possible(const struct thread *t);
/* The process goes on natively from t->cpu on, uncounted. */
_Noreturn void native_continue(struct thread *t);
/* native.S: loads all registers and jumps to cpu->rip. */
_Noreturn void native_jump(const struct cpu *cpu);

#endif
