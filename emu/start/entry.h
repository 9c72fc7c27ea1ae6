/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * entry.S: the engine's first instruction, and the program's.
 */
#ifndef PMC_EMU_ENTRY_H
#define PMC_EMU_ENTRY_H

#include "emu/base/types.h"

/*
 * Runs the program natively from its first instruction on, with the registers as execve leaves
 * them. The tracer that asked for this (EMU_F_NATIVE) learns by INT3 that the program begins with
 * the jump.
 */
_Noreturn void entry_native(u64 entry, u64 sp);

#endif
