/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Where the memory operand of an instruction is that the engine carries out.
 */
#ifndef PMC_EMU_RUN_EMULATE_ADDRESS_H
#define PMC_EMU_RUN_EMULATE_ADDRESS_H

#include "emu/base/types.h"

struct insn;
struct thread;

/* The linear address of the operand that ModRM names. t->cpu.rip is behind the instruction. */
u64 address_of_operand(const struct thread *t, const u8 *bytes, const struct insn *in);

#endif
