/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Instructions with a GS override whose operand the translator cannot rewrite.
 */
#ifndef PMC_EMU_RUN_GS_OPERAND_H
#define PMC_EMU_RUN_GS_OPERAND_H

#include "emu/base/types.h"

struct insn;
struct thread;

/* Emulates the instruction at pc; t->cpu.rip is behind it. False: it is another one. */
bool gs_operand_emulate(struct thread *t, u64 pc, const u8 *bytes, const struct insn *in);

#endif
