/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The most frequent accesses that no filter lets pass, without the general rules: one line, in
 * caches and TLBs without flags whose policy is bit-PLRU, which the first cache or L2 has.
 * pmc_translate() and pmc_first_line() do the same, and everything else.
 */
#ifndef PMC_CORE_MACHINE_QUICK_H
#define PMC_CORE_MACHINE_QUICK_H

#include "core/base/bits.h"
#include "core/machine/cache/earliest.h"
#include "core/machine/cache/ways.h"
#include "core/machine/gap.h"
#include "core/machine/later.h"
#include "core/machine/levels.h"
#include "core/machine/translate.h"
#include "core/machine/watch.h"

/* How those parts are declared that are seldom needed: a host that has no registers to spare
 * says it otherwise. */
#ifndef QUICK_APART
#define QUICK_APART __attribute__((noinline))
#endif

/* Can such accesses be made in this machine? _any: with other policies, in L1D. _plain: to this
 * cache, by quick_plain(). */
bool pmc_quick_able(const struct machine_state *s);
bool pmc_quick_any(const struct machine_state *s);
bool pmc_quick_plain(const struct machine_state *s, u32 cache);
/* May quick_timed() be tried, where the levels below are asked later? Of which level quick_only()?
 * CACHES: of none. */
bool pmc_quick_timed(const struct machine_state *s, bool code);
/* Is plain_page() for its pages? */
bool pmc_quick_pages(const struct machine_state *s, bool code);
u32 pmc_quick_only(const struct machine_state *s);
/* If s->plain is set, may light_access() be tried (light.h)? Which TLB may light_second() ask?
 * TLBS: none. */
bool pmc_quick_light(const struct machine_state *s, bool code);
u32 pmc_quick_second(const struct machine_state *s, bool code);
/* What s->light_ways and s->light_few are. */
u32 pmc_quick_ways(const struct machine_state *s, bool code);
u8 pmc_quick_few(const struct machine_state *s);

/* A cache or TLB without flags whose policy is bit-PLRU, or none. */
static inline bool quick_is_plain(const struct cache *c)
{
	return !c->ways || (c->policy == POLICY_BIT_PLRU && c->words == 1 && c->slices == 1 &&
			    !c->flagged && c->sectors == 1);
}

/* Uses some of a set's ways, one bit each. Do the others lose their bits? */
static inline __attribute__((always_inline)) bool quick_use_of(u64 *used, const u32 ways, u64 way)
{
	u64 after = *used | way;
	bool all = after == bits_mask(ways);

	*used = all ? way : after;
	return all;
}

static inline bool quick_use(struct cache *c, u32 set, u64 way)
{
	return quick_use_of(&c->uses[set], c->ways, way);
}

/* Uses the entry of a page. False: there is none, or a use of it changes others; nothing was
 * done. */
static inline bool quick_page(struct machine_state *s, u64 page, enum access_kind kind)
{
	bool code = kind == ACCESS_FETCH;
	struct cache *c = &s->tlb[code ? TLB_I : TLB_D];
	u32 set = (u32)page & c->set_mask;
	size_t at = (size_t)set * c->ways;
	u64 way;

	if (!c->ways)
		return false;
	way = ways_with(c->tag + at, c->ways, page);
	if (!(way & c->uses[set]))
		return false;
	s->page_at[code] = at + bits_lowest(way);
	s->page_last[code] = page;
	watch_new_page(s, code, page);
	gap_meet(s, code ? GAP_TLB_I : GAP_TLB_D, set, s->page_at[code], kind, false);
	return true;
}

/* pmc_first_settle() of a line of a page that is noted already. */
static inline bool quick_settle(struct machine_state *s, bool code, u64 line)
{
	const struct cache *c = &s->cache[code ? LEVEL_L1I : LEVEL_L1D];
	u32 set = (u32)line & c->set_mask;
	size_t at = (size_t)set * c->ways;
	u64 way = ways_with(c->tag + at, c->ways, line) & c->uses[set];

	if (!way || !gap_knows(s, code ? GAP_L1I : GAP_L1D, set, at + bits_lowest(way)))
		return false;
	filter_put(code ? &s->fetches : &s->loads, line);
	return true;
}

/* A request of L1D or L1I of a line that L2 has. False: nothing was done. */
static inline bool quick_below(struct machine_state *s, u64 address, enum access_kind kind)
{
	struct cache *c = &s->cache[LEVEL_L2];
	u64 line = address >> c->line_bits, way;
	u32 set = (u32)line & c->set_mask;

	way = ways_with(&c->tag[(size_t)set * c->ways], c->ways, line);
	if (!way)
		return false;
	quick_use(c, set, way);
	s->counts->cache[LEVEL_L2].asked[kind]++;
	return true;
}

/* The same now, or whenever L2 is asked. */
static inline bool quick_ask(struct machine_state *s, u64 address, enum access_kind kind)
{
	if (!s->later.room)
		return quick_below(s, address, kind);
	later_put(s, address, kind);
	return true;
}

/* A fetch from, a read or a write of one line. False: nothing was done. *missed: in the first
 * cache. */
static inline bool quick_line(struct machine_state *s, u32 cache, u64 address,
			      enum access_kind kind, bool *missed)
{
	struct cache *c = &s->cache[cache];
	enum watched watched = cache == LEVEL_L1I ? WATCHED_CODE : WATCHED_DATA;
	u64 line = address >> c->line_bits, way, victim, *tag;
	u32 set = (u32)line & c->set_mask;

	if (!c->ways)
		return false;
	tag = &c->tag[(size_t)set * c->ways];
	way = ways_with(tag, c->ways, line);
	*missed = !way;
	if (*missed) {
		/* Empty ways are the lowest unused ones, unless a level below has taken lines. */
		victim = s->loses_lines ? ways_with(tag, c->ways, CACHE_EMPTY) : 0;
		if (!victim)
			victim = ~c->uses[set] & bits_mask(c->ways);
		if (!victim || !quick_ask(s, address, kind))
			return false;
		s->counts->cache[cache].filled++;
		tag += bits_lowest(victim);
		/* The filter does not have the victim: the way's bit is not set. */
		s->counts->cache[cache].evicted += *tag != CACHE_EMPTY;
		*tag = line;
		way = victim & (0 - victim);
	}
	gap_meet(s, cache == LEVEL_L1I ? GAP_L1I : GAP_L1D, set,
		 (size_t)set * c->ways + bits_lowest(way), kind, *missed);
	if (quick_use(c, set, way))
		watch_lost_others(s, watched, c, set, bits_lowest(way));
	if (watch_page_lets(s, cache == LEVEL_L1I, address))
		filter_put(cache == LEVEL_L1I ? &s->fetches : &s->loads, line);
	return true;
}

/* What pmc_quick_plain() has found: a cache of 8 ways with these lines, a TLB before it, and the
 * levels below are asked later. */
#define PLAIN_WAYS 8
#define PLAIN_BITS 6

/* The number of the lowest of some of few ways. */
static inline u32 plain_way(u32 ways)
{
	return (u32)__builtin_ctz(ways);
}

/* The first use of a page since its TLB's bits were cleared, or since it was lost. */
void pmc_quick_new_page(struct machine_state *s, bool code, u64 page, enum access_kind kind);

/* An access to a page. It is looked up even if it was the last one: a jump would guess that badly.
 */
static inline __attribute__((always_inline)) void
plain_page(struct machine_state *s, const bool code, u64 page, enum access_kind kind)
{
	const struct cache *c = &s->tlb[code ? TLB_I : TLB_D];
	u32 set = (u32)page & c->set_mask;
	size_t at = (size_t)set * c->ways;
	u64 found = ways_with(c->tag + at, c->ways, page) & c->uses[set];

	if (!found) {
		pmc_quick_new_page(s, code, page, kind);
		return;
	}
	at += bits_lowest(found);
	s->page_at[code] = at;
	s->page_last[code] = page;
	watch_new_page(s, code, page);
	gap_meet(s, code ? GAP_TLB_I : GAP_TLB_D, set, at, kind, false);
}

/* The filter, of which a compiler knows what is always so. */
static inline __attribute__((always_inline)) struct filter plain_filter(struct machine_state *s,
									const bool code)
{
	return (struct filter){
		.entry = (code ? &s->fetches : &s->loads)->entry,
		.times = (code ? &s->fetches : &s->loads)->times,
		.mask = (1u << FILTER_BITS) - 1,
		.turn = code ? FILTER_BITS : 64 - PLAIN_BITS,
	};
}

/* The bits of the set with these tags have been cleared, all of which were set. The line that is
 * used comes back into the filter at once. If another page is remembered instead of a line's, it
 * forgets a line of the same set, which leaves, too; and so does a line whose place in the filter
 * another one has. */
static inline __attribute__((always_inline)) void plain_lost(struct machine_state *s,
							     const bool code, const u64 *tag)
{
	struct page_memory *const pages = s->pages[code];
	const struct filter f = plain_filter(s, code);
	const u64 *end = tag + PLAIN_WAYS;
	u64 line;

	for (; tag < end; tag++) {
		line = *tag;
		f.entry[(u32)line & f.mask] = FILTER_NOTHING;
		pages[line >> WATCH_LINES & (MACHINE_PAGES - 1)].pieces &= ~((u64)1 << (line & 63));
	}
}

static QUICK_APART void plain_lost_data(struct machine_state *s, const u64 *tag)
{
	plain_lost(s, false, tag);
}

static QUICK_APART void plain_lost_code(struct machine_state *s, const u64 *tag)
{
	plain_lost(s, true, tag);
}

/* A use of a line in a set of the first cache, for whose request later_put() has room. Returns
 * its way, with PLAIN_MISSED if it missed; no jump depends on that. */
#define PLAIN_MISSED 8u
static inline __attribute__((always_inline)) u32
plain_use(struct machine_state *s, const bool code, u64 address, u32 set, enum access_kind kind)
{
	const u32 cache = code ? LEVEL_L1I : LEVEL_L1D;
	const struct cache *c = &s->cache[cache];
	struct cache_counts *counts = &s->counts->cache[cache];
	u64 line = address >> PLAIN_BITS, *tag = c->tag + (size_t)set * PLAIN_WAYS;
	u32 used = (u32)c->uses[set], pairs = ways_pairs_eight(tag, line), missed = !pairs, at, way;

	/* The lowest without its bit makes room. There is one. */
	at = plain_way(pairs | (~used & (used + 1)) << 16);
	at = missed ? at - 16 : at >> 1;
	counts->filled += missed;
	counts->evicted += missed & (tag[at] != CACHE_EMPTY);
	tag[at] = line;
	s->later.address[s->later.n] = later_request(address, kind);
	s->later.n += missed;
	way = 1u << at;
	used |= way;
	if (used == (1u << PLAIN_WAYS) - 1) {
		used = way;
		(code ? plain_lost_code : plain_lost_data)(s, tag);
	}
	c->uses[set] = used;
	return at | missed * PLAIN_MISSED;
}

/* The same of an access, where anything may be unknown. Returns whether it missed. */
static inline __attribute__((always_inline)) bool
plain_line(struct machine_state *s, const bool code, u64 address, enum access_kind kind)
{
	u32 set = (u32)(address >> PLAIN_BITS) & s->cache[code ? LEVEL_L1I : LEVEL_L1D].set_mask;
	u32 way;
	bool missed;

	later_room(s);
	way = plain_use(s, code, address, set, kind);
	missed = way & PLAIN_MISSED;
	gap_meet(s, code ? GAP_L1I : GAP_L1D, set, (size_t)set * PLAIN_WAYS + (way & ~PLAIN_MISSED),
		 kind, missed);
	return missed;
}

/* An access to one line. Returns whether it missed. */
static inline __attribute__((always_inline)) bool
quick_plain(struct machine_state *s, const bool code, u64 address, enum access_kind kind)
{
	u64 page = address >> WATCH_PAGE_BITS;
	bool missed;

	plain_page(s, code, page, kind);
	missed = plain_line(s, code, address, kind);
	watch_page(s, code, page)->pieces |= watch_piece(address);
	filter_put(code ? &s->fetches : &s->loads, address >> PLAIN_BITS);
	return missed;
}

/* A read or a write of one line of L1D, in caches without flags and with any policies. */
static inline bool quick_any_line(struct machine_state *s, u64 address, enum access_kind kind,
				  bool *missed)
{
	struct cache *c = &s->cache[LEVEL_L1D], *below = &s->cache[LEVEL_L2];
	u64 line = address >> c->line_bits, line_below = address >> below->line_bits;
	u32 set = cache_set(c, line), way = cache_find(c, set, line), set_below;
	struct cache_victim victim;

	*missed = way == CACHE_NO_WAY;
	if (!*missed) {
		watch_use(s, WATCHED_DATA, c, set, way);
	} else {
		if (s->later.room) {
			later_put(s, address, kind);
		} else {
			set_below = cache_set(below, line_below);
			way = cache_find(below, set_below, line_below);
			if (way == CACHE_NO_WAY)
				return false;
			cache_use(below, set_below, way);
			s->counts->cache[LEVEL_L2].asked[kind]++;
		}
		way = watch_fill(s, WATCHED_DATA, c, set, line, 0, &victim);
		s->counts->cache[LEVEL_L1D].filled++;
		s->counts->cache[LEVEL_L1D].evicted += victim.line != CACHE_EMPTY;
	}
	gap_meet(s, GAP_L1D, set, cache_at(c, set, way), kind, *missed);
	if (watch_page_lets(s, false, address))
		watch_let(s, false, line);
	return true;
}

/* The way that makes room by times, or the lowest empty one. Those were never used, as no line was
 * taken out, so LRU finds them by itself. */
static inline __attribute__((always_inline)) u32 quick_room(struct cache *c, const struct filter *f,
							    u32 set)
{
	u64 empty;

	if (c->policy != POLICY_TREE_PLRU)
		return cache_earliest(c, f, set);
	empty = ways_with(&c->tag[cache_at(c, set, 0)], c->ways, CACHE_EMPTY);
	return empty ? bits_lowest(empty) : cache_pointed_to(c, f, set);
}

/* Fills that way; returns it. */
static inline __attribute__((always_inline)) u32 quick_fill(struct cache *c, const struct filter *f,
							    u32 set, u64 line,
							    struct cache_counts *counts,
							    u64 *victim)
{
	u32 way = quick_room(c, f, set);
	u64 *tag = &c->tag[cache_at(c, set, way)];

	counts->filled++;
	counts->evicted += *tag != CACHE_EMPTY;
	*victim = *tag;
	*tag = line;
	return way;
}

/* An access to one line of a first cache whose filter has times, and which no level below
 * takes lines from. Returns whether it missed. */
static inline __attribute__((always_inline)) bool
quick_timed(struct machine_state *s, const bool code, u64 address, enum access_kind kind)
{
	const enum gap_part part = code ? GAP_L1I : GAP_L1D;
	const u32 cache = code ? LEVEL_L1I : LEVEL_L1D;
	struct filter f = code ? s->fetches : s->loads;
	struct cache *c = &s->cache[cache];
	u64 line = address >> c->line_bits, victim, found;
	u32 set = cache_set(c, line), way;
	size_t at;

	found = ways_with(&c->tag[cache_at(c, set, 0)], c->ways, line);
	if (found) {
		way = bits_lowest(found);
	} else {
		later_put(s, address, kind);
		way = quick_fill(c, &f, set, line, &s->counts->cache[cache], &victim);
		if (victim != CACHE_EMPTY)
			filter_forget(&f, victim);
	}
	at = cache_at(c, set, way);
	c->uses[at] = ++s->now;
	gap_meet(s, part, set, at, kind, !found);
	if (gap_knows(s, part, set, at) && watch_page_lets(s, code, address))
		watch_let(s, code, line);
	return !found;
}

#endif
