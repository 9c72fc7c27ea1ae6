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
#define WATCH_PIECE_BITS 6				      /* a page has 64 pieces */
#define WATCH_LINES	 (WATCH_PAGE_BITS - WATCH_PIECE_BITS) /* bits, on a plain machine */

static inline enum watched watch_of_cache(u32 cache)
{
	return cache == LEVEL_L1D ? WATCHED_DATA :
	       cache == LEVEL_L1I ? WATCHED_CODE :
				    WATCHED_NOWHERE;
}

/* ---- Pages that are remembered ---- */

/* In struct page_memory.page: a use of the page would change something in the TLB. Of a page whose
 * number stands there without it, on a plain machine, none would. */
#define WATCH_STOPPED ((u64)1 << 63)
#define WATCH_NO_PAGE (~(u64)0)

static inline bool watch_has_page(const struct page_memory *m, u64 page)
{
	return (m->page & ~WATCH_STOPPED) == page;
}

static inline void watch_forget_pages(struct page_memory *m)
{
	u32 i;

	for (i = 0; i < MACHINE_PAGES; i++)
		m[i] = (struct page_memory){ WATCH_NO_PAGE, 0 };
}

/* ---- Lines ---- */

static inline struct page_memory *watch_page(const struct machine_state *s, bool code, u64 page)
{
	return &s->pages[code][page % MACHINE_PAGES];
}

/* The same on a plain machine. Another page that is remembered instead of this line's may have a
 * line with the same number in the filter, and keeps it. */
static inline void watch_forget(struct machine_state *s, bool code, u64 line)
{
	struct page_memory *m = watch_page(s, code, line >> WATCH_LINES);

	filter_drop(code ? &s->fetches : &s->loads, line);
	if (watch_has_page(m, line >> WATCH_LINES))
		m->pieces &= ~((u64)1 << (line & 63));
}

/* What the host noted of the line of this entry becomes its way's, since the entry will be
 * another's. */
static inline void watch_keep_time(struct machine_state *s, bool code, u32 place)
{
	const struct filter *f = code ? &s->fetches : &s->loads;
	struct cache *c = &s->cache[code ? LEVEL_L1I : LEVEL_L1D];
	u64 line = filter_line(f, f->entry[place]), *time;
	u32 set, way;

	if (f->entry[place] == FILTER_NOTHING)
		return;
	set = cache_set(c, line);
	way = cache_find(c, set, line);
	if (way == CACHE_NO_WAY)
		return;
	time = &c->uses[cache_at(c, set, way)];
	*time = f->times[place] > *time ? f->times[place] : *time;
}

/* The line passes from now on. */
static inline void watch_let(struct machine_state *s, bool code, u64 line)
{
	struct filter *f = code ? &s->fetches : &s->loads;
	u32 place = (u32)line & f->mask;

	if (f->times && !filter_knows(f, line)) {
		watch_keep_time(s, code, place);
		f->times[place] = 0;
	}
	filter_put(f, line);
}

/* It passes no more. */
static inline void watch_stop(struct machine_state *s, bool code, u64 line)
{
	struct filter *f = code ? &s->fetches : &s->loads;

	if (f->times && filter_knows(f, line))
		watch_keep_time(s, code, (u32)line & f->mask);
	filter_forget(f, line);
}

/* It passes no more until its page does; its cache has it. */
static inline void watch_halt(struct machine_state *s, bool code, u64 line)
{
	if (filter_can_stop(line))
		filter_stop(code ? &s->fetches : &s->loads, line);
	else
		watch_stop(s, code, line);
}

/* An access to this line is no longer one that changes nothing. */
static inline void watch_lost(struct machine_state *s, enum watched watched, u64 line)
{
	switch (watched) {
	case WATCHED_DATA:
		if (s->plain[0]) {
			watch_forget(s, false, line);
			return;
		}
		watch_stop(s, false, line);
		if (!s->stores_like_loads)
			filter_drop(&s->stores, line);
		break;
	case WATCHED_CODE:
		if (s->plain[1])
			watch_forget(s, true, line);
		else
			watch_stop(s, true, line);
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

/* No line of the page can pass any more. */
static inline void watch_lost_page(struct machine_state *s, bool code, u64 page)
{
	struct page_memory *m = watch_page(s, code, page);
	struct filter *f = code ? &s->fetches : &s->loads;
	u8 line_bits = code ? s->fetch_bits : s->load_bits;
	u64 pieces = 0, address, end;

	if (watch_has_page(m, page)) {
		/* On a plain machine a page that is stopped has no lines there. */
		if (!s->plain[code] || m->page == page)
			pieces = m->pieces;
		m->page |= WATCH_STOPPED;
	}
	for (; s->plain[code] && pieces; pieces &= pieces - 1)
		filter_drop(f, page << WATCH_LINES | bits_lowest(pieces));
	for (; s->timed_pages[code] && pieces; pieces &= pieces - 1)
		watch_halt(s, code, page << WATCH_LINES | bits_lowest(pieces));
	for (; pieces; pieces &= pieces - 1) {
		address = page << WATCH_PAGE_BITS | (u64)bits_lowest(pieces) << WATCH_PIECE_BITS;
		end = address + ((u64)1 << WATCH_PIECE_BITS);
		for (; address < end; address += (u64)1 << line_bits)
			watch_lost(s, code ? WATCHED_CODE : WATCHED_DATA, address >> line_bits);
	}
}

/* The page, which was just used, is remembered from now on, instead of another one. */
static inline void watch_new_page(struct machine_state *s, bool code, u64 page)
{
	struct page_memory *m = watch_page(s, code, page);

	if (!watch_has_page(m, page)) {
		watch_lost_page(s, code, m->page & ~WATCH_STOPPED);
		m->pieces = 0;
	}
	m->page = page;
}

/* Those lines of a page that stayed may pass again. */
static inline void watch_let_halted(struct machine_state *s, bool code, u64 page)
{
	struct filter *f = code ? &s->fetches : &s->loads;
	struct page_memory *m = watch_page(s, code, page);
	u64 left, line;

	for (left = m->pieces; left; left &= left - 1) {
		line = page << WATCH_LINES | bits_lowest(left);
		if (filter_knows(f, line))
			filter_put(f, line);
		else
			m->pieces &= ~(left & (0 - left));
	}
}

/* On a plain machine, or where such lines have times: the lines of a page may pass again. */
static inline void watch_let_page(struct machine_state *s, bool code, u64 page)
{
	u64 pieces = watch_page(s, code, page)->pieces;

	if (s->timed_pages[code]) {
		watch_let_halted(s, code, page);
		return;
	}
	for (; pieces; pieces &= pieces - 1)
		filter_put(code ? &s->fetches : &s->loads,
			   page << WATCH_LINES | bits_lowest(pieces));
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
	watch_page(s, code, address >> WATCH_PAGE_BITS)->pieces |= watch_piece(address);
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
		watch_lost_page(s, watch_is_code(watched), c->tag[at]);
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

/* Puts a line into the set, and uses it. Returns its way. */
static inline u32 watch_fill(struct machine_state *s, enum watched watched, struct cache *c,
			     u32 set, u64 line, u8 flags, struct cache_victim *victim)
{
	u32 way = pmc_cache_fill(c, set, line, flags, victim);

	if (victim->line == CACHE_EMPTY)
		;
	else if (watched == WATCHED_DATA_PAGES || watched == WATCHED_CODE_PAGES)
		watch_lost_page(s, watch_is_code(watched), victim->line);
	else
		watch_lost(s, watched, victim->line);
	if (watched != WATCHED_NOWHERE && victim->cleared)
		watch_lost_others(s, watched, c, set, way);
	watch_use(s, watched, c, set, way);
	return way;
}

#endif
