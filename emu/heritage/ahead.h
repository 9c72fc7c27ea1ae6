/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * What children of fork translate, their parent translates before the next fork. A shell forks for
 * each command, and all children go the same way, which the parent itself never goes: each would
 * translate it, and each page of the cache's tables that it writes would be copied for it.
 *
 * So children tell their parent where they have gone, in a page that they share. The parent does
 * not believe it: it translates its own memory, at addresses where it has code, and a trace that
 * nobody enters decides nothing. Under cache_lock.
 */
#ifndef PMC_EMU_AHEAD_H
#define PMC_EMU_AHEAD_H

#include "emu/base/types.h"

struct trace;

/* Does this process, a child of fork, tell its parent? */
bool ahead_tells(void);
/* It has gone to the trace, which was made or linked for that: from the trace that begins at
 * `from` (0: from the engine), or by an indirect jump. */
void ahead_tell(u64 from, u64 to, bool indirect);

/* The process is about to fork, and has one thread. */
void ahead_forking(void);
/* In the child. */
void ahead_forked(void);
/* It tells no more: it goes into a sandbox. */
void ahead_give_up(void);

#endif
