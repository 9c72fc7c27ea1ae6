/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* Setting a cache up, filling its ways, and emptying them. */
#include "core/machine/cache/cache.h"
#include "core/base/bits.h"
#include "core/machine/cache/earliest.h"

#define ALIGN 64

static bool has_times(u8 policy)
{
	return policy == POLICY_LRU || policy == POLICY_FIFO;
}

static bool has_last(u8 policy)
{
	return policy == POLICY_LRU || policy == POLICY_TREE_PLRU;
}

/* Words of bits for each set. */
static u32 words_of(const struct cache_desc *desc)
{
	u32 bits = desc->ways;

	if (has_times(desc->policy) || desc->policy == POLICY_RANDOM)
		return 0;
	if (desc->policy == POLICY_TREE_PLRU)
		for (bits = 1; bits < desc->ways;)
			bits <<= 1;
	return (bits + 63) / 64;
}

static size_t aligned(size_t bytes)
{
	return (bytes + ALIGN - 1) & ~(size_t)(ALIGN - 1);
}

static size_t bytes_of_uses(const struct cache_desc *desc)
{
	/* tree-PLRU may have either. */
	size_t n = has_times(desc->policy) || has_last(desc->policy) ? desc->ways : words_of(desc);

	return aligned(n * desc->sets * sizeof(u64));
}

static size_t bytes_of_last(const struct cache_desc *desc)
{
	return has_last(desc->policy) ? aligned(desc->sets * sizeof(u32)) : 0;
}

size_t pmc_cache_bytes(const struct cache_desc *desc)
{
	size_t lines = (size_t)desc->sets * desc->ways;

	if (!desc->ways)
		return 0;
	return aligned(lines * sizeof(u64)) + bytes_of_uses(desc) + bytes_of_last(desc) +
	       aligned(lines);
}

static void set_sizes(struct cache *c, const struct cache_desc *desc)
{
	u32 sector = desc->sector ? desc->sector : desc->line;

	c->ways = desc->ways;
	c->words = words_of(desc);
	c->policy = desc->policy;
	c->seed = desc->seed ? desc->seed : 1;
	c->line_bits = (u8)bits_lowest(desc->line);
	c->sector_bits = (u8)bits_lowest(sector);
	c->sectors = (u8)(desc->line / sector);
	c->set_bits = bits_lowest(desc->sets);
	c->set_mask = (1u << c->set_bits) - 1;
	c->slices = desc->sets >> c->set_bits;
	c->reciprocal = 0xffffffffu / c->slices;
}

void pmc_cache_init(struct cache *c, const struct cache_desc *desc, void *memory, bool flagged)
{
	size_t lines = (size_t)desc->sets * desc->ways;
	u8 *at = memory;

	memset(c, 0, sizeof(*c));
	if (!desc->ways)
		return;
	set_sizes(c, desc);
	c->flagged = flagged || c->sectors > 1;
	c->tag = (u64 *)at;
	memset(at, 0xff, lines * sizeof(u64));
	at += aligned(lines * sizeof(u64));
	c->uses = (u64 *)at;
	at += bytes_of_uses(desc);
	c->last = (u32 *)at;
	memset(c->uses, 0, bytes_of_uses(desc));
	memset(c->last, 0xff, bytes_of_last(desc));
	c->flags = at + bytes_of_last(desc);
	memset(c->flags, 0, lines);
}

/* The lowest way whose bit is not set, or CACHE_NO_WAY. */
static u32 lowest_unused(const u64 *bits, u32 ways)
{
	u32 i, way;

	for (i = 0; i * 64 < ways; i++) {
		if (!~bits[i])
			continue;
		way = i * 64 + bits_lowest(~bits[i]);
		return way < ways ? way : CACHE_NO_WAY;
	}
	return CACHE_NO_WAY;
}

static u32 unused(struct cache *c, u32 set, bool *cleared)
{
	u64 *bits = c->uses + (size_t)set * c->words;
	u32 way = lowest_unused(bits, c->ways);

	if (way != CACHE_NO_WAY)
		return way;
	memset(bits, 0, c->words * sizeof(u64));
	*cleared = true;
	return 0;
}

static u32 pointed_to(const struct cache *c, u32 set)
{
	const u64 *bits = c->uses + (size_t)set * c->words;
	u32 half = 1, way = 0, node = 1;

	while (half < c->ways)
		half <<= 1;
	for (half >>= 1; half; half >>= 1) {
		bool right = bits[node >> 6] >> (node & 63) & 1 && way + half < c->ways;

		node = 2 * node + right;
		way += right ? half : 0;
	}
	return way;
}

static u32 any(struct cache *c)
{
	u32 x = c->seed;

	x ^= x << 13;
	x ^= x >> 17;
	x ^= x << 5;
	c->seed = x;
	return (u32)((u64)x * c->ways >> 32);
}

static u32 victim_of(struct cache *c, u32 set, bool *cleared)
{
	switch (c->policy) {
	case POLICY_LRU:
	case POLICY_FIFO:
		return cache_earliest(c, c->passing, set);
	case POLICY_TREE_PLRU:
		return c->passing ? cache_pointed_to(c, c->passing, set) : pointed_to(c, set);
	case POLICY_RANDOM:
		return any(c);
	default:
		return unused(c, set, cleared);
	}
}

u32 pmc_cache_fill(struct cache *c, u32 set, u64 line, u8 flags, struct cache_victim *victim)
{
	u32 way = cache_find(c, set, CACHE_EMPTY);
	size_t at;

	victim->cleared = false;
	if (way == CACHE_NO_WAY)
		way = victim_of(c, set, &victim->cleared);
	at = cache_at(c, set, way);
	victim->line = c->tag[at];
	victim->flags = 0;
	c->tag[at] = line;
	if (c->flagged) {
		victim->flags = c->flags[at];
		c->flags[at] = flags;
	}
	if (c->policy == POLICY_FIFO)
		c->uses[at] = ++c->clock;
	else if (has_last(c->policy) && c->last[set] == way)
		c->last[set] = CACHE_NO_WAY;
	return way;
}

u8 pmc_cache_empty(struct cache *c, u32 set, u32 way)
{
	size_t at = cache_at(c, set, way);
	u8 flags = c->flagged ? c->flags[at] : 0;

	c->tag[at] = CACHE_EMPTY;
	if (c->flagged)
		c->flags[at] = 0;
	if (has_last(c->policy) && c->last[set] == way)
		c->last[set] = CACHE_NO_WAY;
	if (c->policy == POLICY_BIT_PLRU || c->policy == POLICY_NRU)
		c->uses[(size_t)set * c->words + (way >> 6)] &= ~((u64)1 << (way & 63));
	return flags;
}
