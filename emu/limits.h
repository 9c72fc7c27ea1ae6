/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Limits on address space, as the program means them: for its own memory, without ours.
 */
#ifndef PMC_EMU_LIMITS_H
#define PMC_EMU_LIMITS_H

#include "emu/engine.h"

/* getrlimit, setrlimit, prlimit64. True when answered; see file_syscall(). */
bool limits_syscall(long nr, u64 arg[6], long *ret);
/* Before the process runs something without the engine (on = true), and when that failed. */
void limits_native(bool on);
/* A limit with n bytes more or (negative) less; "unlimited" stays. */
u64 limits_shift(u64 limit, s64 n);

#endif
