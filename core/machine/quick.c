// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* Which machines have quick accesses. */
#include "core/machine/quick.h"

bool pmc_quick_able(const struct machine_state *s)
{
	const struct cache_desc *desc = s->machine->cache;
	u32 i;

	if (!s->level[LEVEL_L2] || !s->stores_like_loads)
		return false;
	for (i = LEVEL_L1I; i <= LEVEL_L2; i++)
		if (!quick_is_plain(&s->cache[i]))
			return false;
	if (s->parts & MACHINE_TLB &&
	    (!quick_is_plain(&s->tlb[TLB_I]) || !quick_is_plain(&s->tlb[TLB_D])))
		return false;
	if ((desc[LEVEL_L1I].flags | desc[LEVEL_L1D].flags) &
	    (CACHE_INCLUSIVE | CACHE_NO_WRITE_ALLOCATE))
		return false;
	return !(desc[LEVEL_L2].flags & CACHE_EXCLUSIVE);
}

bool pmc_quick_plain(const struct machine_state *s, u32 cache)
{
	const bool code = cache == LEVEL_L1I;
	const struct cache *c = &s->cache[cache];

	if (!s->quick || !s->later.room || !(s->parts & MACHINE_TLB))
		return false;
	if (!s->tlb[code ? TLB_I : TLB_D].ways)
		return false;
	if ((code ? s->fetch_bits : s->load_bits) != PLAIN_BITS)
		return false;
	return c->ways == PLAIN_WAYS;
}

bool pmc_quick_light(const struct machine_state *s, bool code)
{
	u32 ways = s->tlb[code ? TLB_I : TLB_D].ways;

	return s->plain[code] && (ways == 4 || ways == 8);
}

u32 pmc_quick_second(const struct machine_state *s, bool code)
{
	u32 second = pmc_translate_second(s, code);
	const struct cache *c = &s->tlb[second];

	return quick_is_plain(c) && (c->ways == 4 || c->ways == 8 || c->ways == 12) ? second : TLBS;
}

u32 pmc_quick_ways(const struct machine_state *s, bool code)
{
	const u32 second = s->light_second[code];

	return s->light[code] && second != TLBS && s->tlb[second].ways == 12 ?
		       s->tlb[code ? TLB_I : TLB_D].ways :
		       0;
}

u8 pmc_quick_few(const struct machine_state *s)
{
	if (s->light_ways[0] != 4 || s->light_second[0] != TLB_D2)
		return 0;
	return s->gap[GAP_TLB_D].left ? 2 : 1;
}

bool pmc_quick_timed(const struct machine_state *s, bool code)
{
	const u32 cache = code ? LEVEL_L1I : LEVEL_L1D;
	const struct cache *c = &s->cache[cache];

	return s->later.room && c->passing && !c->flagged && c->ways <= WAYS_MANY &&
	       !(s->machine->cache[cache].flags & CACHE_INCLUSIVE);
}

bool pmc_quick_pages(const struct machine_state *s, bool code)
{
	const struct cache *tlb = &s->tlb[code ? TLB_I : TLB_D];

	return s->parts & MACHINE_TLB && tlb->ways && quick_is_plain(tlb) &&
	       (code ? s->fetch_bits : s->load_bits) == PLAIN_BITS;
}

u32 pmc_quick_only(const struct machine_state *s)
{
	const u32 at = s->level[LEVEL_L2] ? LEVEL_L2 : LEVEL_LL;
	const struct cache *c = s->level[at];

	if (s->level[LEVEL_L2] && s->level[LEVEL_LL])
		return CACHES;
	if (!c || s->machine->cache[at].flags & CACHE_NO_WRITE_ALLOCATE)
		return CACHES;
	return c->policy == POLICY_LRU && !c->flagged && c->ways <= WAYS_MANY ? at : CACHES;
}

bool pmc_quick_any(const struct machine_state *s)
{
	const struct cache *c = s->level[LEVEL_L1D], *below = s->level[LEVEL_L2];
	const struct cache_desc *desc = s->machine->cache;

	if (!c || !below || c->flagged || below->flagged || !s->stores_like_loads)
		return false;
	if (desc[LEVEL_L1D].flags & (CACHE_INCLUSIVE | CACHE_NO_WRITE_ALLOCATE))
		return false;
	return !(desc[LEVEL_L2].flags & CACHE_EXCLUSIVE);
}

void pmc_quick_new_page(struct machine_state *s, bool code, u64 page, enum access_kind kind)
{
	struct cache *c = &s->tlb[code ? TLB_I : TLB_D];
	u32 set = (u32)page & c->set_mask, way;
	size_t at = (size_t)set * c->ways;
	u64 found = ways_with(c->tag + at, c->ways, page);
	bool missed = !found;

	if (missed) {
		/* Empty ways are the lowest unused ones. No line of a page whose way is unused is
		 * in the filter; but a single way is always used. */
		found = c->ways > 1 ? ~c->uses[set] & (c->uses[set] + 1) : 1;
		if (c->ways == 1 && c->tag[at] != CACHE_EMPTY)
			watch_lost_page(s, code, c->tag[at]);
		c->tag[at + bits_lowest(found)] = page;
	}
	way = bits_lowest(found);
	s->page_at[code] = at + way;
	s->page_last[code] = page;
	watch_new_page(s, code, page);
	gap_meet(s, code ? GAP_TLB_I : GAP_TLB_D, set, at + way, kind, missed);
	if (quick_use(c, set, found))
		watch_lost_others(s, code ? WATCHED_CODE_PAGES : WATCHED_DATA_PAGES, c, set, way);
	watch_let_page(s, code, page);
	if (missed)
		pmc_translate_missed(s, page, kind);
}
