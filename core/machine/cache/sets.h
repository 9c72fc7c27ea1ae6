/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The state of one cache: flat arrays, indexed by set × ways + way. It is what the fast path of a
 * host may read by itself; everything that changes it is in use.h, replace.h and cache.h.
 *
 * A TLB is a cache whose lines are pages.
 */
#ifndef PMC_CORE_MACHINE_SETS_H
#define PMC_CORE_MACHINE_SETS_H

#include "core/base/bits.h"
#include "core/machine/cache/filter.h"
#include "core/machine/cache/ways.h"
#include "core/machine/describe/machine.h"

#define CACHE_EMPTY  (~(u64)0) /* the tag of an empty way */
#define CACHE_NO_WAY (~0u)

/* Flags of a line. Its valid sectors follow from bit CACHE_SECTORS on. */
#define CACHE_DIRTY	 1u
#define CACHE_PREFETCHED 2u /* and not used since */
#define CACHE_SECTORS	 2

struct cache {
	u64 *tag; /* the number of the line: its address >> line_bits */
	/* LRU, FIFO, and with `passing`: one time for each way; others: `words` words of bits per
	 * set. */
	u64 *uses;
	u32 *last; /* LRU, tree-PLRU: the way that each set used last */
	u8 *flags; /* of lines; unused unless `flagged` */
	u32 ways;  /* 0: there is no such cache */
	u32 words;
	u32 set_mask, set_bits; /* sets = slices << set_bits */
	u32 slices, reciprocal; /* 2^32 / slices */
	u32 seed;
	u8 policy;
	u8 line_bits, sector_bits;
	u8 sectors; /* per line */
	bool flagged;
	u64 clock;
	/* LRU, tree-PLRU: the filter that knows of later uses than `uses` does, and has the clock;
	 * or NULL. */
	const struct filter *passing;
};

/*
 * The set of a line. Sets that are no power of two are slices of one: the lower bits choose the set
 * within a slice, and the others, folded to 32 bits, modulo the number of slices choose the slice.
 */
static inline u32 cache_set(const struct cache *c, u64 line)
{
	u32 low = (u32)line & c->set_mask, rest;

	if (c->slices == 1)
		return low;
	line >>= c->set_bits;
	rest = (u32)line ^ (u32)(line >> 32);
	rest -= (u32)((u64)rest * c->reciprocal >> 32) * c->slices;
	while (rest >= c->slices)
		rest -= c->slices;
	return rest << c->set_bits | low;
}

/* The way that holds the line, or CACHE_NO_WAY. */
static inline u32 cache_find(const struct cache *c, u32 set, u64 line)
{
	const u64 *tag = c->tag + (size_t)set * c->ways;
	u64 found;
	u32 way;

	if (c->ways <= WAYS_MANY) {
		found = ways_with(tag, c->ways, line);
		return found ? bits_lowest(found) : CACHE_NO_WAY;
	}
	for (way = 0; way < c->ways; way++)
		if (tag[way] == line)
			return way;
	return CACHE_NO_WAY;
}

static inline size_t cache_at(const struct cache *c, u32 set, u32 way)
{
	return (size_t)set * c->ways + way;
}

/* The flag of the sector that an address is in. */
static inline u8 cache_sector(const struct cache *c, u64 address)
{
	if (c->sectors == 1)
		return 1u << CACHE_SECTORS;
	return (u8)(1u << (CACHE_SECTORS + ((address >> c->sector_bits) & (c->sectors - 1u))));
}

#endif
