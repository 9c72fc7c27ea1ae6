/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The machine context of a signal frame, and the program's registers in struct cpu.
 */
#ifndef PMC_EMU_SIGNAL_CONTEXT_H
#define PMC_EMU_SIGNAL_CONTEXT_H

#include "emu/signal/abi.h"

/* The 16 general registers, from the context and into it. */
void context_load_registers(const u64 *mc, struct cpu *cpu);
void context_store_registers(u64 *mc, const struct cpu *cpu);
/*
 * Makes the handler return into the engine, which runs the program from t->cpu on. The kernel then
 * blocks what the program blocks.
 */
void context_resume_engine(struct thread *t, struct ucontext *uc);

#endif
