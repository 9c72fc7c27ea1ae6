/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Uses of the caches and TLBs that the filters look at: what a use or a filling changes for other
 * lines takes those out of the filters.
 */
#ifndef PMC_CORE_MACHINE_WATCH_H
#define PMC_CORE_MACHINE_WATCH_H

#include "core/machine/state.h"

enum watched {
	WATCHED_NOWHERE,
	WATCHED_DATA,	    /* lines of L1D */
	WATCHED_CODE,	    /* lines of L1I */
	WATCHED_DATA_PAGES, /* entries of the first TLB of data … */
	WATCHED_CODE_PAGES, /* … and of code */
};
#define WATCH_FEW_WAYS 8 /* more pages than these are taken out by clearing the filter */

static inline enum watched watch_of_cache(u32 cache)
{
	return cache == LEVEL_L1D ? WATCHED_DATA :
	       cache == LEVEL_L1I ? WATCHED_CODE :
				    WATCHED_NOWHERE;
}

static inline void watch_drop_page(struct filter *f, u64 page, u8 line_bits)
{
	u32 bits = 12u - line_bits;

	filter_drop_many(f, page << bits, 1u << bits);
}

/* An access to this line, or page, is no longer one that changes nothing. */
static inline void watch_lost(struct machine_state *s, enum watched watched, u64 number)
{
	switch (watched) {
	case WATCHED_DATA:
		filter_drop(&s->loads, number);
		if (!s->stores_like_loads)
			filter_drop(&s->stores, number);
		break;
	case WATCHED_CODE:
		filter_drop(&s->fetches, number);
		break;
	case WATCHED_DATA_PAGES:
		watch_drop_page(&s->loads, number, s->load_bits);
		if (!s->stores_like_loads)
			watch_drop_page(&s->stores, number, s->load_bits);
		break;
	case WATCHED_CODE_PAGES:
		watch_drop_page(&s->fetches, number, s->fetch_bits);
		break;
	default:
		break;
	}
}

/* Every line of the set but that in `way` is no longer such. */
static inline void watch_lost_others(struct machine_state *s, enum watched watched,
				     const struct cache *c, u32 set, u32 way)
{
	const u64 *tag = c->tag + cache_at(c, set, 0);
	u32 i;

	if (watched == WATCHED_DATA_PAGES && c->ways > WATCH_FEW_WAYS) {
		filter_clear(&s->loads);
		if (!s->stores_like_loads)
			filter_clear(&s->stores);
		return;
	}
	if (watched == WATCHED_CODE_PAGES && c->ways > WATCH_FEW_WAYS) {
		filter_clear(&s->fetches);
		return;
	}
	for (i = 0; i < c->ways; i++)
		if (i != way && tag[i] != CACHE_EMPTY)
			watch_lost(s, watched, tag[i]);
}

/* A use of the way. */
static inline void watch_use(struct machine_state *s, enum watched watched, struct cache *c,
			     u32 set, u32 way)
{
	bool has_last = c->policy == POLICY_LRU || c->policy == POLICY_TREE_PLRU;
	u32 before = has_last ? c->last[set] : CACHE_NO_WAY;
	enum use_effect effect = cache_use(c, set, way);

	if (watched == WATCHED_NOWHERE || effect == USE_NOTHING)
		return;
	if (effect == USE_OTHERS)
		watch_lost_others(s, watched, c, set, way);
	else if (before != CACHE_NO_WAY)
		watch_lost(s, watched, c->tag[cache_at(c, set, before)]);
}

/* Puts a line into the set, and uses it. Returns its way. */
static inline u32 watch_fill(struct machine_state *s, enum watched watched, struct cache *c,
			     u32 set, u64 line, u8 flags, struct cache_victim *victim)
{
	u32 way = pmc_cache_fill(c, set, line, flags, victim);

	if (watched != WATCHED_NOWHERE && victim->line != CACHE_EMPTY)
		watch_lost(s, watched, victim->line);
	if (watched != WATCHED_NOWHERE && victim->cleared)
		watch_lost_others(s, watched, c, set, way);
	watch_use(s, watched, c, set, way);
	return way;
}

#endif
