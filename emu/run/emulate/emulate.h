/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Instructions that the engine emulates instead of translating them.
 */
#ifndef PMC_EMU_RUN_EMULATE_H
#define PMC_EMU_RUN_EMULATE_H

#include "emu/base/types.h"

struct thread;

/* Emulates the instruction at pc. Afterwards t->cpu is the program behind it, or at a signal
 * handler. */
void emulate(struct thread *t, u64 pc);

#endif
