/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * How much memory the program sees under --deterministic: programs choose buffers by what is free.
 */
#ifndef PMC_EMU_RAM_H
#define PMC_EMU_RAM_H

#include "emu/base/types.h"

/* Answers sysinfo(2). Returns as files_syscall(). */
bool ram_syscall(const u64 arg[6], long *ret);

/* Writes /proc/meminfo, and returns its length, which is less than RAM_MEMINFO. */
#define RAM_MEMINFO 1024
u32 ram_meminfo(char *text, u32 size);

#endif
