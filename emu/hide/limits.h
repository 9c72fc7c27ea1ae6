/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Limits on address space as the program means them: for its memory without the engine's.
 */
#ifndef PMC_EMU_LIMITS_H
#define PMC_EMU_LIMITS_H

#include "emu/base/engine.h"

/* At the start, before the engine has memory: makes room for it above limits from outside. */
void limits_init(void);
/* Afterwards, and when the engine has taken more memory: gives back what it does not need. */
void limits_settle(void);
/* How much of RLIMIT_AS or RLIMIT_DATA, which is *limit for the program, the engine takes away from
 * the program. 0: nothing, or there is no limit. */
u64 limits_taken(u64 resource, u64 *limit);
/* How much of RLIMIT_AS or RLIMIT_DATA may be the engine's. UINT64_MAX: there is no limit. */
u64 limits_share(u64 resource);
/* Answers getrlimit, setrlimit and prlimit64. Returns as files_syscall(). */
bool limits_syscall(long nr, u64 arg[6], long *ret);
/* Called with on = true before the process runs something without the engine, and with on = false
 * if that has failed. */
void limits_native(bool on);
/* Writes what the next image must know for its command line: ",HEX,HEX,..." in groups of five, or
 * nothing. Returns the length. */
int limits_tell(char *buf, size_t size);
/* Reads a group in the next image. False: it makes no sense. */
bool limits_told(const u64 v[5]);
/* Adds n bytes to a limit. "Unlimited" stays as it is, and no other limit becomes unlimited. */
u64 limits_shift(u64 limit, u64 n);

#endif
