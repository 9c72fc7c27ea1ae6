/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * FNSTENV and FNSAVE.
 */
#ifndef PMC_EMU_RUN_EMULATE_FPU_ENV_H
#define PMC_EMU_RUN_EMULATE_FPU_ENV_H

#include "emu/base/types.h"

struct insn;
struct thread;

/* Carries the instruction at pc out. t->cpu.rip is behind it. */
void fpu_env_emulate(struct thread *t, u64 pc, const u8 *bytes, const struct insn *in);

#endif
