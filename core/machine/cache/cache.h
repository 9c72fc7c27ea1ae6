/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* Setting a cache up, filling its ways, and emptying them. */
#ifndef PMC_CORE_MACHINE_CACHE_H
#define PMC_CORE_MACHINE_CACHE_H

#include "core/machine/cache/use.h"

/* What had to make room. */
struct cache_victim {
	u64 line; /* CACHE_EMPTY: nothing, since a way was empty */
	u8 flags;
	bool cleared; /* NRU: the next use of every line that stayed changes something */
};

/* The bytes that the arrays of a cache need, a multiple of 64. */
size_t pmc_cache_bytes(const struct cache_desc *desc);
/*
 * Makes an empty cache in memory that is aligned to 64 bytes; it need not be zero. flagged: whether
 * the flags of lines are kept; caches with sectors always keep them.
 */
void pmc_cache_init(struct cache *c, const struct cache_desc *desc, void *memory, bool flagged);

/* Puts a line that the set does not hold into it, without a use of it. Returns its way. */
u32 pmc_cache_fill(struct cache *c, u32 set, u64 line, u8 flags, struct cache_victim *victim);
/* Empties the way, and returns its flags. */
u8 pmc_cache_empty(struct cache *c, u32 set, u32 way);

#endif
