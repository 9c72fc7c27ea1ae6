/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Code that compares an address in RCX with a constant, without touching the flags: afterwards RCX
 * is `equal` (0 or 1) if they are. From 2 GiB on it needs BMI2 (cache.bmi2).
 */
#ifndef PMC_EMU_COMPARE_H
#define PMC_EMU_COMPARE_H

#include "emu/base/types.h"

/* Returns the end of what it wrote. */
u8 *compare_emit(u8 *p, u64 address, u32 equal);
/* The same with the processor's flags, which is shorter and leaves all registers alone: jumps to
 * `other` unless the register is the address, or what RSP points to. */
u8 *compare_emit_register(u8 *p, unsigned reg, u64 address, const u8 *other);
u8 *compare_emit_stack(u8 *p, u64 address, const u8 *other);
/* Makes the code whose first constant is at this place compare with another address. Both are 2 GiB
 * or more. */
void compare_move(u8 *at, u64 address, u32 equal);

#endif
