/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * How the levels of caches work together: a miss asks the levels below, lines come in, and lines
 * that make room move down, are written back, or vanish.
 *
 *	- A request asks level by level until one has the line. Then the line comes into the asked
 *	  levels from the lowest up, and last into the cache that missed.
 *	- An exclusive level gives a line that it has to the cache above that takes it, and receives
 *	  each line that the level above loses. It is not filled otherwise.
 *	- When an inclusive level loses a line, the caches above lose it, too.
 *	- A dirty line that leaves is written into the nearest level below that has it; if none
 *	  has it, it goes to memory. That is no use of the line there.
 */
#ifndef PMC_CORE_MACHINE_LEVELS_H
#define PMC_CORE_MACHINE_LEVELS_H

#include "core/machine/state.h"

/*
 * A request of a cache for the line at an address, to the levels below. data: the request is a
 * store that stays there, instead of a line that comes up. Returns the flags (CACHE_DIRTY) that
 * the line comes with.
 */
u8 pmc_levels_ask(struct machine_state *s, u32 from, u64 address, enum access_kind kind, bool data);
/* The same at once, even if such requests wait (later.h). */
u8 pmc_levels_ask_now(struct machine_state *s, u32 from, u64 address, enum access_kind kind,
		      bool data);
/* Puts the line, or the sector, at an address into a cache that does not have it, and deals with
 * what makes room. Returns the way. */
u32 pmc_levels_bring(struct machine_state *s, u32 cache, u64 address, enum access_kind kind,
		     u8 flags);
/* A prefetcher's watch over a cache: a miss, or the first use of a prefetched line, there. */
void pmc_levels_watch(struct machine_state *s, u32 cache, u64 address, u64 ip);
/* Makes the prefetches that were found meanwhile. */
void pmc_levels_prefetch(struct machine_state *s);

/* Each step in a last level that threads share is locked. */
static inline void levels_lock(struct machine_state *s, u32 cache)
{
	if (cache != LEVEL_LL || !s->shared_lock)
		return;
	while (__atomic_exchange_n(s->shared_lock, 1, __ATOMIC_ACQUIRE))
		__builtin_ia32_pause();
}

static inline void levels_unlock(struct machine_state *s, u32 cache)
{
	if (cache == LEVEL_LL && s->shared_lock)
		__atomic_store_n(s->shared_lock, 0, __ATOMIC_RELEASE);
}

#endif
