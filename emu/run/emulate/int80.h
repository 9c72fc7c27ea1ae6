/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * INT 80h: the 32-bit system calls.
 */
#ifndef PMC_EMU_RUN_INT80_H
#define PMC_EMU_RUN_INT80_H

#include "emu/base/types.h"

struct thread;

/* t->cpu.rip is behind the instruction. False: the engine does not know this call. */
bool int80_emulate(struct thread *t);

#endif
