/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* The first caches, of data and of code: one line of an access. */
#include "core/machine/first.h"
#include "core/machine/gap.h"
#include "core/machine/later.h"
#include "core/machine/levels.h"
#include "core/machine/watch.h"

/* ---- Stores through the cache ---- */

static bool is_combined(const struct machine_state *s, u64 line)
{
	u32 i, n = s->machine->cache[LEVEL_L1D].combine;

	for (i = 0; i < n; i++)
		if (s->combined[i] == line)
			return true;
	return false;
}

/* Puts a line into the buffers of stores; the oldest leaves. */
static void combine(struct machine_state *s, u64 line)
{
	u32 n = s->machine->cache[LEVEL_L1D].combine;
	u64 *oldest = &s->combined[s->combine_next];

	if (!n)
		return;
	if (*oldest != CACHE_EMPTY)
		filter_drop(&s->stores, *oldest);
	*oldest = line;
	s->combine_next = s->combine_next + 1 == n ? 0 : s->combine_next + 1;
}

/* A store goes on to the next level, unless its line is in the buffers of stores. */
static void store_through(struct machine_state *s, const struct cache *c, u64 line)
{
	if (is_combined(s, line))
		return;
	combine(s, line);
	pmc_levels_ask(s, LEVEL_L1D, line << c->line_bits, ACCESS_WRITE, true);
}

/* ---- The filters ---- */

static bool whole(const struct cache *c, size_t at)
{
	u8 all = (u8)(((1u << c->sectors) - 1) << CACHE_SECTORS);

	return c->sectors == 1 || (c->flags[at] & all) == all;
}

static enum gap_part part_of(u32 cache)
{
	return cache == LEVEL_L1I ? GAP_L1I : GAP_L1D;
}

/* The line was just used, so that only its flags can make its next access change something. */
static void settle(struct machine_state *s, u32 cache, u32 set, u32 way)
{
	const struct cache *c = s->level[cache];
	size_t at = cache_at(c, set, way);
	u64 line = c->tag[at];

	if (line == CACHE_EMPTY || !whole(c, at) || (c->flagged && c->flags[at] & CACHE_PREFETCHED))
		return;
	if (!gap_knows(s, part_of(cache), set, at))
		return;
	if (!watch_page_lets(s, cache == LEVEL_L1I, line << c->line_bits))
		return;
	watch_let(s, cache == LEVEL_L1I, line);
	if (cache == LEVEL_L1I || s->stores_like_loads)
		return;
	if (s->machine->cache[LEVEL_L1D].flags & CACHE_WRITE_THROUGH ? is_combined(s, line) :
	    s->parts & MACHINE_DIRTY				     ? c->flags[at] & CACHE_DIRTY :
								       true)
		filter_put(&s->stores, line);
}

/* ---- Accesses ---- */

/* Whether the cache has the line; then it was used. *first_use: of a prefetched line. */
static bool hit(struct machine_state *s, u32 cache, u64 address, u32 set, u32 way, bool *first_use)
{
	struct cache *c = s->level[cache];
	u8 *flags = &c->flags[cache_at(c, set, way)];

	if (c->flagged) {
		if (!(*flags & cache_sector(c, address)))
			return false;
		*first_use = *flags & CACHE_PREFETCHED;
		*flags &= (u8)~CACHE_PREFETCHED;
		s->counts->cache[cache].prefetch_used += *first_use;
	}
	watch_use(s, watch_of_cache(cache), c, set, way);
	return true;
}

static bool allocates(const struct machine_state *s, u32 cache, enum access_kind kind)
{
	return kind != ACCESS_WRITE || !(s->machine->cache[cache].flags & CACHE_NO_WRITE_ALLOCATE);
}

bool pmc_first_line(struct machine_state *s, u32 cache, u64 address, enum access_kind kind,
		    bool stores, u64 ip)
{
	struct cache *c = s->level[cache];
	u64 line = address >> c->line_bits;
	u32 set = cache_set(c, line), way = cache_find(c, set, line);
	bool through = s->machine->cache[cache].flags & CACHE_WRITE_THROUGH;
	bool first_use = false, missed;
	u8 flags;

	missed = way == CACHE_NO_WAY || !hit(s, cache, address, set, way, &first_use);
	if (missed && allocates(s, cache, kind)) {
		flags = pmc_levels_ask(s, cache, address, kind, false);
		way = pmc_levels_bring(s, cache, address, kind, flags);
		if (through && kind == ACCESS_WRITE && !is_combined(s, line))
			combine(s, line);
	} else if (missed) {
		way = CACHE_NO_WAY;
		if (through)
			store_through(s, c, line);
		else
			pmc_levels_ask(s, cache, address, kind, true);
	}
	if (kind == ACCESS_WRITE && !allocates(s, cache, kind))
		gap_pass(s, part_of(cache), c, set, way);
	else
		gap_meet(s, part_of(cache), set, cache_at(c, set, way), kind, missed);
	if (way != CACHE_NO_WAY && stores && through)
		store_through(s, c, line);
	else if (way != CACHE_NO_WAY && stores && s->parts & MACHINE_DIRTY)
		c->flags[cache_at(c, set, way)] |= CACHE_DIRTY;
	if (missed || first_use)
		pmc_levels_watch(s, cache, address, ip);
	if (way != CACHE_NO_WAY && kind != ACCESS_WALK)
		settle(s, cache, set, way);
	return missed;
}

/* ---- Lines that may pass again ---- */

bool pmc_first_settle(struct machine_state *s, bool code, u64 address)
{
	u32 cache = code ? LEVEL_L1I : LEVEL_L1D, set, way;
	u8 line_bits = code ? s->fetch_bits : s->load_bits;
	const struct cache *c = s->level[cache];
	u64 line = address >> line_bits;

	if (s->parts & (code ? MACHINE_FETCH : MACHINE_DATA) && c) {
		set = cache_set(c, line);
		way = cache_find(c, set, line);
		if (way == CACHE_NO_WAY || !cache_is_used(c, set, way))
			return false;
		settle(s, cache, set, way);
		return true;
	}
	/* Without a cache the TLB alone decides. */
	if (!watch_page_lets(s, code, address))
		return false;
	filter_put(code ? &s->fetches : &s->loads, line);
	if (!code && !s->stores_like_loads)
		filter_put(&s->stores, line);
	return true;
}

/* All lines of the access, in one cache. Whether one of them missed. */
static bool lines(struct machine_state *s, u32 cache, u64 address, u32 size, enum access_kind kind,
		  bool stores)
{
	struct cache *c = s->level[cache];
	u64 line, last = (address + size - 1) >> c->line_bits;
	u32 set, way;
	bool missed = false, found;

	for (line = address >> c->line_bits; line <= last; line++) {
		set = cache_set(c, line);
		way = cache_find(c, set, line);
		found = way != CACHE_NO_WAY;
		if (!found) {
			missed = true;
			way = pmc_levels_bring(s, cache, line << c->line_bits, kind, 0);
		} else {
			watch_use(s, watch_of_cache(cache), c, set, way);
		}
		if (stores && cache == LEVEL_L1D && s->parts & MACHINE_DIRTY)
			c->flags[cache_at(c, set, way)] |= CACHE_DIRTY;
		if (cache <= LEVEL_L1D)
			gap_meet(s, part_of(cache), set, cache_at(c, set, way), kind, !found);
		if (cache <= LEVEL_L1D)
			settle(s, cache, set, way);
	}
	return missed;
}

bool pmc_first_crossing(struct machine_state *s, u32 cache, u64 address, u32 size,
			enum access_kind kind, bool stores)
{
	bool missed = lines(s, cache, address, size, kind, stores);
	u32 at;

	if (s->later.n) /* what is asked at once comes behind what waits */
		pmc_later_settle(s);
	for (at = LEVEL_L2; missed && at < CACHES; at++) {
		if (!s->level[at])
			continue;
		s->counts->cache[at].asked[kind]++;
		if (!lines(s, at, address, size, kind, stores))
			break;
		s->counts->cache[at].missed[kind]++;
	}
	return missed;
}
