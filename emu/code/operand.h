/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Emission of single instructions. Each function writes at p and returns the end of what it wrote.
 */
#ifndef PMC_EMU_OPERAND_H
#define PMC_EMU_OPERAND_H

#include "emu/base/types.h"

struct step;

/* The instruction, adapted so that it means in the cache what it means in the program. *spill tells
 * which registers are in spill slots meanwhile (SP_*). NULL: too few scratch registers. */
u8 *emit_plain(u8 *p, const struct step *s, u8 *spill);
/* A constant among the cold code. */
u64 *operand_literal(u64 value);
/* push the return address, in one store as CALL does it */
u8 *emit_push(u8 *p, u64 ret);
/* The address of a RIP-relative operand. */
u64 riprel_target(const struct step *s);
/* mov rcx, the operand of an indirect jump or call; RCX itself is still the program's. NULL: too
 * few scratch registers. */
u8 *emit_load_target(u8 *p, const struct step *s);

#endif
