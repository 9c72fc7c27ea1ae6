/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Software interrupts: INT 80h, INT 3 in its long form, INT1.
 */
#ifndef PMC_EMU_RUN_INTERRUPT_H
#define PMC_EMU_RUN_INTERRUPT_H

#include "emu/base/types.h"

struct insn;
struct thread;

/* t->cpu.rip is behind the instruction. False: a 32-bit system call that the engine does not
 * know. */
bool interrupt_emulate(struct thread *t, u64 pc, const struct insn *in);

#endif
