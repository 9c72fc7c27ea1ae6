/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Uses of the caches and TLBs that the filters look at: what a use or a filling changes for other
 * lines takes those out of the filters.
 */
#ifndef PMC_CORE_MACHINE_WATCH_H
#define PMC_CORE_MACHINE_WATCH_H

#include "core/base/bits.h"
#include "core/machine/state.h"

enum watched {
	WATCHED_NOWHERE,
	WATCHED_DATA,	    /* lines of L1D */
	WATCHED_CODE,	    /* lines of L1I */
	WATCHED_DATA_PAGES, /* entries of the first TLB of data … */
	WATCHED_CODE_PAGES, /* … and of code */
};
#define WATCH_PAGE_BITS	 12
#define WATCH_PIECE_BITS 6 /* a page has 64 pieces */

static inline enum watched watch_of_cache(u32 cache)
{
	return cache == LEVEL_L1D ? WATCHED_DATA :
	       cache == LEVEL_L1I ? WATCHED_CODE :
				    WATCHED_NOWHERE;
}

/* An access to this line is no longer one that changes nothing. */
static inline void watch_lost(struct machine_state *s, enum watched watched, u64 line)
{
	switch (watched) {
	case WATCHED_DATA:
		filter_drop(&s->loads, line);
		if (!s->stores_like_loads)
			filter_drop(&s->stores, line);
		break;
	case WATCHED_CODE:
		filter_drop(&s->fetches, line);
		break;
	default:
		break;
	}
}

/* ---- Pages ---- */

static inline bool watch_is_code(enum watched watched)
{
	return watched == WATCHED_CODE || watched == WATCHED_CODE_PAGES;
}

static inline u64 watch_piece(u64 address)
{
	return (u64)1 << (address >> WATCH_PIECE_BITS & 63);
}

/* No line of the page of this entry can pass any more. */
static inline void watch_lost_page(struct machine_state *s, enum watched watched, size_t at,
				   u64 page)
{
	bool code = watched == WATCHED_CODE_PAGES;
	u8 line_bits = code ? s->fetch_bits : s->load_bits;
	u64 pieces = s->page_lines[code][at], address, end;

	for (; pieces; pieces &= pieces - 1) {
		address = page << WATCH_PAGE_BITS | (u64)bits_lowest(pieces) << WATCH_PIECE_BITS;
		end = address + ((u64)1 << WATCH_PIECE_BITS);
		for (; address < end; address += (u64)1 << line_bits)
			watch_lost(s, code ? WATCHED_CODE : WATCHED_DATA, address >> line_bits);
	}
}

/* May the line pass, as far as the TLB is concerned? Only of the page that was used last this is
 * known, and then noted. */
static inline bool watch_page_lets(struct machine_state *s, bool code, u64 address)
{
	const struct cache *tlb = &s->tlb[code ? TLB_I : TLB_D];
	size_t at = s->page_at[code];

	if (!(s->parts & MACHINE_TLB) || !tlb->ways)
		return true;
	if (tlb->tag[at] != address >> WATCH_PAGE_BITS)
		return false;
	s->page_lines[code][at] |= watch_piece(address);
	return true;
}

/* ---- Uses ---- */

/* An access to what this way holds is no longer one that changes nothing. */
static inline void watch_lost_way(struct machine_state *s, enum watched watched,
				  const struct cache *c, u32 set, u32 way)
{
	size_t at = cache_at(c, set, way);

	if (c->tag[at] == CACHE_EMPTY)
		return;
	if (watched == WATCHED_DATA_PAGES || watched == WATCHED_CODE_PAGES)
		watch_lost_page(s, watched, at, c->tag[at]);
	else
		watch_lost(s, watched, c->tag[at]);
}

/* Every line of the set but that in `way` is no longer such. */
static inline void watch_lost_others(struct machine_state *s, enum watched watched,
				     const struct cache *c, u32 set, u32 way)
{
	u32 i;

	for (i = 0; i < c->ways; i++)
		if (i != way)
			watch_lost_way(s, watched, c, set, i);
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
		watch_lost_way(s, watched, c, set, before);
}

/* The entry has a new page. What is known of its lines must be looked at again before they pass. */
static inline void watch_new_page(struct machine_state *s, enum watched watched, size_t at,
				  u64 victim, u64 page)
{
	bool code = watched == WATCHED_CODE_PAGES;
	struct page_memory *left = s->left_pages[code], *m;
	u64 *pieces = &s->page_lines[code][at];

	if (victim != CACHE_EMPTY) {
		watch_lost_page(s, watched, at, victim);
		m = &left[victim % MACHINE_LEFT_PAGES];
		m->page = victim;
		m->pieces = *pieces;
	}
	m = &left[page % MACHINE_LEFT_PAGES];
	*pieces = m->page == page ? m->pieces : 0;
}

/* Puts a line into the set, and uses it. Returns its way. */
static inline u32 watch_fill(struct machine_state *s, enum watched watched, struct cache *c,
			     u32 set, u64 line, u8 flags, struct cache_victim *victim)
{
	u32 way = pmc_cache_fill(c, set, line, flags, victim);

	if (watched == WATCHED_DATA_PAGES || watched == WATCHED_CODE_PAGES) {
		watch_new_page(s, watched, cache_at(c, set, way), victim->line, line);
	} else if (victim->line != CACHE_EMPTY) {
		watch_lost(s, watched, victim->line);
	}
	if (watched != WATCHED_NOWHERE && victim->cleared)
		watch_lost_others(s, watched, c, set, way);
	watch_use(s, watched, c, set, way);
	return way;
}

#endif
