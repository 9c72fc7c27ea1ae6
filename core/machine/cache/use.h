/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * What a set remembers of the uses of its ways. Every policy fills the lowest empty way first. In
 * a full set:
 *
 *	LRU        the way whose last use is longest ago makes room
 *	FIFO       the way that was filled first
 *	bit-PLRU   a use sets the way's bit; if all bits would be set then, the others are cleared.
 *	           The lowest way without its bit makes room
 *	NRU        a use sets the way's bit. The lowest way without its bit makes room; if there is
 *	           none, all bits are cleared first
 *	tree-PLRU  a binary tree over the ways, padded to a power of two. A use makes every node
 *	           above the way point away from it; the way that the nodes point to makes room. A
 *	           node whose right half has no way points left. So a node points to the half that
 *	           was used longer ago; by times, those of ways suffice
 *	random     xorshift32 (13, 17, 5), and the upper half of its product with the ways
 *
 * To keep a filter of accesses that change nothing (filter.h), a use tells which other lines are
 * no longer such that their next use would change nothing.
 */
#ifndef PMC_CORE_MACHINE_USE_H
#define PMC_CORE_MACHINE_USE_H

#include "core/machine/cache/sets.h"

enum use_effect {
	USE_NOTHING = 0,
	USE_LAST = 1,	/* the line that was used last */
	USE_OTHERS = 2, /* every other line of the set */
};

static inline bool use_all_set(const u64 *bits, u32 ways)
{
	u32 i;

	for (i = 0; ways > 64; i++, ways -= 64)
		if (~bits[i])
			return false;
	return bits[i] == ~(u64)0 >> (64 - ways);
}

static inline enum use_effect use_bit(struct cache *c, u32 set, u32 way)
{
	u64 *bits = c->uses + (size_t)set * c->words, one = (u64)1 << (way & 63);
	u32 i;

	if (bits[way >> 6] & one)
		return USE_NOTHING;
	bits[way >> 6] |= one;
	if (c->policy == POLICY_NRU || !use_all_set(bits, c->ways))
		return USE_NOTHING;
	for (i = 0; i < c->words; i++)
		bits[i] = 0;
	bits[way >> 6] = one;
	return USE_OTHERS;
}

/* Nodes are numbered from 1, the root; those below node n are 2n and 2n + 1; way w is below node
 * (leaves + w) / 2. A bit that is set points right. */
static inline void use_tree(struct cache *c, u32 set, u32 way)
{
	u64 *bits = c->uses + (size_t)set * c->words;
	u32 node = 1, above;

	while (node < c->ways)
		node <<= 1;
	for (node += way; node > 1; node = above) {
		above = node >> 1;
		if (node & 1)
			bits[above >> 6] &= ~((u64)1 << (above & 63));
		else
			bits[above >> 6] |= (u64)1 << (above & 63);
	}
}

/* Would a use of the way change nothing, but for its time? */
static inline bool cache_is_used(const struct cache *c, u32 set, u32 way)
{
	switch (c->policy) {
	case POLICY_BIT_PLRU:
	case POLICY_NRU:
		return c->uses[(size_t)set * c->words + (way >> 6)] >> (way & 63) & 1;
	case POLICY_LRU:
	case POLICY_TREE_PLRU:
		return c->passing || c->last[set] == way;
	default:
		return true;
	}
}

/* Notes a use of a way that holds a line. */
static inline enum use_effect cache_use(struct cache *c, u32 set, u32 way)
{
	switch (c->policy) {
	case POLICY_BIT_PLRU:
	case POLICY_NRU:
		return use_bit(c, set, way);
	case POLICY_LRU:
	case POLICY_TREE_PLRU:
		if (c->passing) {
			c->uses[cache_at(c, set, way)] = ++*c->passing->now;
			return USE_NOTHING;
		}
		if (c->last[set] == way)
			return USE_NOTHING;
		c->last[set] = way;
		if (c->policy == POLICY_LRU)
			c->uses[cache_at(c, set, way)] = ++c->clock;
		else
			use_tree(c, set, way);
		return USE_LAST;
	default:
		return USE_NOTHING;
	}
}

#endif
