/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * From the kernel's entry to the program's first instruction. entry.S calls these.
 */
#ifndef PMC_EMU_START_H
#define PMC_EMU_START_H

#include "emu/base/types.h"

#include <linux/elf.h>

/* Relocates the engine, which lies at base. Comes before anything that needs relocations. */
void start_relocate(u64 base, const Elf64_Dyn *dyn);
/* Runs the program that the command line names. kernel_stack: the stack as the kernel made it. */
_Noreturn void start_engine(u64 *kernel_stack);

#endif
