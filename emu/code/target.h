/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Where indirect calls and jumps go, for a profile. The code of such a branch ends in a chain: each
 * link compares the target with one that the branch went to before, adds to a counter of its own
 * and jumps there. The last link leads to the engine, which adds another one. All under cache_lock.
 */
#ifndef PMC_EMU_TARGET_H
#define PMC_EMU_TARGET_H

#include "emu/code/trace.h"

/* Begins the chain of exit x (X_INDIRECT) at p, where T_TARGET has the target and the program's RCX
 * is in its spill slot. Returns the end of what it wrote. */
u8 *target_begin(u8 *p, u32 x);
/* Does the exit have a chain, which the target is not in? */
bool target_is_chained(const struct exit *x);
/* Can the chain change when the exit goes to yet another place? */
bool target_has_room(const struct exit *x);
/* The exit has gone to the trace: adds a link for it. Or, when a jump's chain is long enough, the
 * exit gives it up, and jumps through the table from now on. */
void target_add(u32 x, struct trace *tr);

#endif
