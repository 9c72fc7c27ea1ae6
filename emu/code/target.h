/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Where indirect calls and jumps go, for a profile. Each such branch (its exit is the site) has
 * entries of its own to the traces that it goes to; each of them adds to a counter. A target that
 * has none makes the branch ask the engine, which adds another one. All under cache_lock.
 */
#ifndef PMC_EMU_TARGET_H
#define PMC_EMU_TARGET_H

#include "emu/code/trace.h"

/* Writes the jump of exit x (X_INDIRECT) at p, where RCX and T_TARGET have the target and the
 * program's RCX is in its spill slot. Returns the end of what it wrote. */
u8 *target_jump(u8 *p, u32 x);
/* Can the cache take more sites? */
bool target_room(void);
/* The cache has been emptied. */
void target_reset(void);
/* The exit has come with a heritage, without entries. No other one gets its number, and a jump that
 * was not watched there is not watched here either. */
void target_inherit(const struct exit *x);
/* Does the exit have entries of its own? */
bool target_is_watched(const struct exit *x);
/* Must the log tell where it has gone, when the engine has been asked? Also one that was executed
 * alone, which has no entries. */
bool target_is_told(const struct exit *x);
/*
 * The exit goes to pc, where it has no entry: may it have one? When a jump has enough of them it is
 * not watched any more; with several threads its trace is dropped for that.
 */
bool target_wants(u32 x, u64 pc);
/*
 * Makes the entry from the exit to the trace, unless there is one. While the trace has no body yet,
 * the entry is written where the body will follow.
 */
void target_enter(u32 x, struct trace *tr);
/* The place in tables (heads.h, emu/syscall/jumps.h) by which the exit goes to the target. */
u32 target_place(u32 x, u64 target);

#endif
