/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * XSAVE and XRSTOR of a program that is shown another processor.
 */
#ifndef PMC_EMU_RUN_XSAVE_H
#define PMC_EMU_RUN_XSAVE_H

#include "emu/base/types.h"

struct insn;
struct thread;

/* Carries out the instruction at pc, or raises its fault; t->cpu.rip is behind it. */
void xsave_emulate(struct thread *t, u64 pc, const u8 *bytes, const struct insn *in);

#endif
