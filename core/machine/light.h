/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The commonest of plain accesses (quick.h), as one short function without calls, which a host can
 * put where it saves hardly any registers: one line, which L1 has or misses, of a page whose entry
 * a TLB has, or that is walked to. pmc_machine_data() and pmc_machine_fetch() do the same, and
 * everything else.
 */
#ifndef PMC_CORE_MACHINE_LIGHT_H
#define PMC_CORE_MACHINE_LIGHT_H

#include "core/machine/quick.h"

/* ---- Pages ---- */

/* The filter's entries of a page's lines, one after another, and what the first of them is if it
 * is there; the next ones are less by 1. */
struct light_lines {
	u64 *at, first;
};

static inline __attribute__((always_inline)) struct light_lines
light_lines(const struct machine_state *s, const bool code, u64 page)
{
	struct light_lines l = { code ? s->fetches.entry : s->loads.entry, page << WATCH_LINES };

	l.at += l.first & ((1u << FILTER_BITS) - 1);
	l.first = 0 - l.first;
#ifdef __x86_64__
	__asm__("" : "+r"(l.at), "+r"(l.first)); /* else each line computes them anew */
#endif
	return l;
}

static inline __attribute__((always_inline)) u64 light_entry(const bool code,
							     const struct light_lines *l, size_t i)
{
	return filter_turned_entry(l->first - i, code ? FILTER_BITS : 64 - PLAIN_BITS);
}

/* The lines of a page leave the filter, or come back. Those that leave take other pages' lines of
 * the same places along: to look costs more than what that brings to the model. */
static inline __attribute__((always_inline)) void light_stop(struct machine_state *s,
							     const bool code, u64 page)
{
	struct page_memory *m = watch_page(s, code, page);
	struct light_lines l;
	u64 pieces;

	if (m->page != page) /* it has none there */
		return;
	l = light_lines(s, code, page);
	m->page |= WATCH_STOPPED;
	for (pieces = m->pieces; pieces; pieces &= pieces - 1)
		l.at[bits_lowest(pieces)] = FILTER_NOTHING;
}

static inline __attribute__((always_inline)) void
light_let(struct machine_state *s, const bool code, struct page_memory *m, u64 page)
{
	struct light_lines l = light_lines(s, code, page);
	u64 pieces = m->pieces;
	size_t i;

	m->page = page;
	for (; pieces; pieces &= pieces - 1) {
		i = bits_lowest(pieces);
		l.at[i] = light_entry(code, &l, i);
	}
}

/* The page is remembered from now on, instead of another one. */
static inline __attribute__((always_inline)) void
light_remember(struct machine_state *s, const bool code, struct page_memory *m, u64 page)
{
	if (watch_has_page(m, page))
		return;
	if (!(m->page & WATCH_STOPPED))
		light_stop(s, code, m->page);
	m->pieces = 0;
}

/* The ways of few that hold a page, two bits each. */
static inline __attribute__((always_inline)) u32 light_ways(const u64 *tag, const u32 ways,
							    u64 page)
{
	u32 found = ways & 4 ? ways_pairs_four(tag + (ways & 8), page) : 0;

	return ways & 8 ? ways_pairs_eight(tag, page) | found << 16 : found;
}

/* The first TLB does not have the page. Uses the entry of the second one, which has so many ways,
 * or walks to the page if the host lets it. False: nothing was done. */
static inline __attribute__((always_inline)) bool light_second(struct machine_state *s,
							       const bool code, u64 page,
							       enum access_kind kind,
							       const bool walks, const u32 ways)
{
	const u32 second = s->light_second[code];
	const struct cache *c = &s->tlb[second];
	struct machine_counts *counts = s->counts;
	u32 set = (u32)page & c->set_mask, way;
	u64 *tag = c->tag + (size_t)set * ways, *used = c->uses + set;

	way = light_ways(tag, ways, page);
	if (!way && !walks)
		return false;
	counts->tlb[code ? TLB_I : TLB_D].missed[kind]++;
	counts->tlb[second].asked[kind]++;
	if (way) {
		quick_use_of(used, ways, (u64)1 << (plain_way(way) >> 1));
		return true;
	}
	counts->tlb[second].missed[kind]++;
	way = plain_way(~(u32)*used);
	tag[way] = page;
	quick_use_of(used, ways, (u64)1 << way);
	pmc_translate_walk(s, page, kind);
	return true;
}

/* The same of any machine. */
static inline __attribute__((always_inline)) bool light_second_any(struct machine_state *s,
								   const bool code, u64 page,
								   enum access_kind kind,
								   const bool walks)
{
	if (s->light_second[code] != TLBS)
		return light_second(s, code, page, kind, walks, s->tlb[s->light_second[code]].ways);
	if (walks)
		pmc_translate_missed(s, page, kind);
	return walks;
}

/* A use of a page that is not known to change nothing. The first TLB has so many ways, and the
 * second one so many; 0: or any. False: nothing was done, which is never so if the page may be
 * walked to and nothing is unknown. */
static inline __attribute__((always_inline)) bool
light_page_of(struct machine_state *s, const bool code, u64 page, enum access_kind kind,
	      const bool walks, const u32 ways, const u32 second)
{
	struct cache *c = &s->tlb[code ? TLB_I : TLB_D];
	const struct gap *g = &s->gap[code ? GAP_TLB_I : GAP_TLB_D];
	struct page_memory *m = watch_page(s, code, page);
	u32 set = (u32)page & c->set_mask, way, used, i;
	u64 *tag = c->tag + (size_t)set * ways;

	if (g->left && g->left[set])
		return false;
	used = (u32)c->uses[set];
	way = light_ways(tag, ways, page);
	if (way) {
		way = plain_way(way) >> 1;
	} else {
		if (!(second ? light_second(s, code, page, kind, walks, second) :
			       light_second_any(s, code, page, kind, walks)))
			return false;
		/* No line of a page whose way is unused is in the filter. There is one. */
		way = plain_way(~used);
		tag[way] = page;
	}
	light_remember(s, code, m, page);
	used |= 1u << way;
	if (used == (1u << ways) - 1) {
		for (i = 0; i < ways; i++)
			light_stop(s, code, tag[i]);
		used = 1u << way;
	}
	c->uses[set] = used;
	s->page_at[code] = (size_t)set * ways + way;
	s->page_last[code] = page;
	light_let(s, code, m, page);
	return true;
}

static inline __attribute__((always_inline)) bool light_page(struct machine_state *s,
							     const bool code, u64 page,
							     enum access_kind kind,
							     const bool walks)
{
	if (s->light_ways[code] == 4)
		return light_page_of(s, code, page, kind, walks, 4, 12);
	if (s->light_ways[code] == 8)
		return light_page_of(s, code, page, kind, walks, 8, 12);
	return light_page_of(s, code, page, kind, walks, s->tlb[code ? TLB_I : TLB_D].ways, 0);
}

static QUICK_APART bool light_page_of_data(struct machine_state *s, u64 page, enum access_kind kind)
{
	return light_page(s, false, page, kind, true);
}

static QUICK_APART bool light_page_of_code(struct machine_state *s, u64 page, enum access_kind kind)
{
	return light_page(s, true, page, kind, true);
}

/* ---- Accesses ---- */

/* The line was used, and all bits of its set would have been set: the other lines leave the filter.
 */
static inline __attribute__((always_inline)) void light_clear(struct machine_state *s,
							      const bool code, u64 line)
{
	const struct cache *c = &s->cache[code ? LEVEL_L1I : LEVEL_L1D];
	struct filter f = plain_filter(s, code);

	plain_lost(s, code, c->tag + (size_t)((u32)line & c->set_mask) * PLAIN_WAYS);
	watch_page(s, code, line >> WATCH_LINES)->pieces |= (u64)1 << (line & 63);
	filter_put(&f, line);
}

/* A fetch, a read or a write. False: nothing was done, and it is to be told as others are. */
static inline __attribute__((always_inline)) bool
light_access(struct machine_state *s, const bool code, u64 address, u32 size, enum access_kind kind)
{
	const u32 cache = code ? LEVEL_L1I : LEVEL_L1D;
	u64 line = address >> PLAIN_BITS, page = address >> WATCH_PAGE_BITS;
	const u16 *left = s->gap[code ? GAP_L1I : GAP_L1D].left;
	u32 set = (u32)line & s->cache[cache].set_mask, way;
	struct filter f = plain_filter(s, code);
	struct page_memory *m;

	if (!s->light[code] || (address & 63) + size > 64 || s->later.n == s->later.room)
		return false;
	if (left && left[set])
		return false;
	m = watch_page(s, code, page);
	if (m->page != page) {
		if (!(code ? light_page_of_code : light_page_of_data)(s, page, kind))
			return false;
		later_room(s); /* a walk may have taken it */
	}
	way = plain_use(s, code, address, set, kind);
	s->counts->cache[cache].missed[kind] += way / PLAIN_MISSED;
	m->pieces |= (u64)1 << (line & 63);
	filter_put(&f, line);
	return true;
}

#endif
