/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The commonest of plain accesses (quick.h), as one short function without calls, which a host can
 * put where it saves hardly any registers: one line, which L1 has or misses, of a page whose entry
 * the first TLB has. pmc_machine_data() and pmc_machine_fetch() do the same, and everything else.
 */
#ifndef PMC_CORE_MACHINE_LIGHT_H
#define PMC_CORE_MACHINE_LIGHT_H

#include "core/machine/quick.h"

/* After pmc_quick_plain(): may light_access() be tried? */
static inline bool light_able(const struct machine_state *s, bool code)
{
	u32 ways = s->tlb[code ? TLB_I : TLB_D].ways;

	return s->plain[code] && s->cache[code ? LEVEL_L1I : LEVEL_L1D].ways == PLAIN_WAYS &&
	       (ways == 4 || ways == 8);
}

/* ---- Pages ---- */

/* The lines of a page leave the filter, or come back. */
static inline __attribute__((always_inline)) void light_stop(struct machine_state *s,
							     const bool code, u64 page)
{
	struct page_memory *m = watch_page(s, code, page);
	struct filter f = plain_filter(s, code);
	u64 pieces = m->pieces;

	if (m->page != page) /* it has none there */
		return;
	m->page |= WATCH_STOPPED;
	for (; pieces; pieces &= pieces - 1)
		filter_drop(&f, page << WATCH_LINES | bits_lowest(pieces));
}

static inline __attribute__((always_inline)) void
light_let(struct machine_state *s, const bool code, struct page_memory *m, u64 page)
{
	struct filter f = plain_filter(s, code);
	u64 pieces = m->pieces;

	m->page = page;
	for (; pieces; pieces &= pieces - 1)
		filter_put(&f, page << WATCH_LINES | bits_lowest(pieces));
}

/* The first use of a page since its TLB's bits were cleared. False: nothing was done. */
static inline __attribute__((always_inline)) bool
light_page(struct machine_state *s, const bool code, struct page_memory *m, u64 page)
{
	const struct cache *c = &s->tlb[code ? TLB_I : TLB_D];
	const struct gap *g = &s->gap[code ? GAP_TLB_I : GAP_TLB_D];
	u32 set = (u32)page & c->set_mask, ways = c->ways, way, i;
	const u64 *tag = c->tag + (size_t)set * ways;
	u64 used = c->uses[set], after;

	if (m->page != (page | WATCH_STOPPED) || (g->left && g->left[set]))
		return false;
	way = ways == 4 ? ways_pairs_four(tag, page) : ways_pairs_eight(tag, page);
	if (!way)
		return false;
	way = plain_way(way) >> 1;
	after = used | (u64)1 << way;
	if (after == bits_mask(ways)) {
		for (i = 0; i < ways; i++)
			light_stop(s, code, tag[i]);
		after = (u64)1 << way;
	}
	c->uses[set] = after;
	s->page_at[code] = (size_t)set * ways + way;
	s->page_last[code] = page;
	light_let(s, code, m, page);
	return true;
}

static QUICK_APART bool light_page_of_data(struct machine_state *s, struct page_memory *m, u64 page)
{
	return light_page(s, false, m, page);
}

static QUICK_APART bool light_page_of_code(struct machine_state *s, struct page_memory *m, u64 page)
{
	return light_page(s, true, m, page);
}

/* ---- Accesses ---- */

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
	if (m->page != page && !(code ? light_page_of_code : light_page_of_data)(s, m, page))
		return false;
	way = plain_use(s, code, address, set, kind);
	s->counts->cache[cache].missed[kind] += way / PLAIN_MISSED;
	m->pieces |= (u64)1 << (line & 63);
	filter_put(&f, line);
	return true;
}

#endif
