/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Limits on address space as the program means them: for its memory without the engine's.
 */
#ifndef PMC_EMU_LIMITS_H
#define PMC_EMU_LIMITS_H

#include "emu/base/engine.h"

/* How much of RLIMIT_AS or RLIMIT_DATA may be the engine's. UINT64_MAX: there is no limit. */
u64 limits_share(u64 resource);
/* The engine has no memory for this: ends it with a message that names the limits. */
_Noreturn void limits_fatal(const char *what);
/* The same for something that the program is refused: a note in the report, once per process. */
void limits_note(const char *what);
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
