/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Limits on address space, as the program means them: for its own memory, without ours.
 */
#ifndef PMC_EMU_LIMITS_H
#define PMC_EMU_LIMITS_H

#include "emu/base/engine.h"

/* getrlimit, setrlimit, prlimit64. True when answered; see files_syscall(). */
bool limits_syscall(long nr, u64 arg[6], long *ret);
/* Before the process runs something without the engine (on = true), and when that failed. */
void limits_native(bool on);
/* What the next image must know, for its command line: ",HEX,HEX,..." in groups of five, or
 * nothing. Returns the length. */
int limits_tell(char *buf, size_t size);
/* The next image reads a group. False: nonsense. */
bool limits_told(const u64 v[5]);
/* A limit with n bytes more; "unlimited" stays, and no limit becomes it. */
u64 limits_shift(u64 limit, u64 n);

#endif
