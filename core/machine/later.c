/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* See later.h. */
#include "core/machine/later.h"
#include "core/machine/levels.h"
#include "core/machine/quick.h"

#define KIND(request) ((enum access_kind)((request)&7))

/* ---- One level with LRU ---- */

/* A request of the only level below L1, with LRU. It is locked. */
static void only(struct machine_state *s, u32 level, u64 address, enum access_kind kind)
{
	struct cache_counts *counts = &s->counts->cache[level];
	struct cache *c = s->level[level];
	u64 line = address >> c->line_bits, victim, found;
	u32 set = cache_set(c, line), way;

	counts->asked[kind]++;
	found = ways_with(&c->tag[cache_at(c, set, 0)], c->ways, line);
	if (found) {
		cache_use(c, set, bits_lowest(found));
		return;
	}
	counts->missed[kind]++;
	way = quick_fill(c, NULL, set, line, counts, &victim);
	c->last[set] = CACHE_NO_WAY;
	cache_use(c, set, way);
}

static void settle_only(struct machine_state *s, const u64 *at, const u64 *end)
{
	levels_lock(s, s->only_below);
	for (; at < end; at++)
		only(s, s->only_below, *at, KIND(*at));
	levels_unlock(s, s->only_below);
}

/* ---- L2 ---- */

/* L2, with bit-PLRU, takes requests in until all are or so many have missed. Returns the next one.
 */
static inline __attribute__((always_inline)) const u64 *
second_many(struct machine_state *s, const u64 *at, const u64 *end, const u32 ways)
{
	struct missed_requests *const missed = &s->missed;
	const struct cache *c = &s->cache[LEVEL_L2];
	struct cache_counts *const counts = &s->counts->cache[LEVEL_L2];
	const u64 all = bits_mask(ways);
	u64 *const tags = c->tag, *const uses = c->uses;
	const u32 line_bits = c->line_bits, set_mask = c->set_mask;
	u64 line, used, way, *tag;
	u32 set, n = 0;

	for (; at < end && n < MACHINE_MISSED; at++) {
		line = *at >> line_bits;
		set = (u32)line & set_mask;
		tag = tags + (size_t)set * ways;
		used = uses[set];
		way = ways_with(tag, ways, line);
		if (!way) {
			/* Empty ways are the lowest unused ones; but a single way is always used.
			 */
			way = ways > 1 ? ~used & (used + 1) : 1;
			tag += bits_lowest(way);
			missed->request[n] = *at;
			missed->victim[n++] = *tag;
			counts->missed[*at & 7]++;
			counts->evicted += *tag != CACHE_EMPTY;
			*tag = line;
		}
		used |= way;
		uses[set] = used == all ? way : used;
		counts->asked[*at & 7]++;
	}
	counts->filled += n;
	missed->n = n;
	return at;
}

static __attribute__((noinline)) const u64 *second(struct machine_state *s, const u64 *at,
						   const u64 *end)
{
	const u32 ways = s->cache[LEVEL_L2].ways;

	return ways == 16 ? second_many(s, at, end, 16) :
	       ways == 8  ? second_many(s, at, end, 8) :
			    second_many(s, at, end, ways);
}

/* ---- The last level behind L2 ---- */

static void last_fill(struct cache *c, u32 set, u64 line, struct cache_counts *counts)
{
	struct cache_victim victim;
	u32 way = pmc_cache_fill(c, set, line, 0, &victim);

	counts->evicted += victim.line != CACHE_EMPTY;
	cache_use(c, set, way);
}

/* Gives a line that it has away if it is exclusive, and keeps what it has not otherwise. */
static void last_ask(struct machine_state *s, struct cache *c, u64 request)
{
	struct cache_counts *counts = &s->counts->cache[LEVEL_LL];
	const u8 flags = s->machine->cache[LEVEL_LL].flags;
	const enum access_kind kind = KIND(request);
	u64 line = request >> c->line_bits;
	u32 set = cache_set(c, line), way = cache_find(c, set, line);
	bool found = way != CACHE_NO_WAY;

	counts->asked[kind]++;
	counts->missed[kind] += !found;
	if (found) {
		/* A use, also of what it gives away: maybe it clears the others' bits. */
		cache_use(c, set, way);
		if (flags & CACHE_EXCLUSIVE)
			pmc_cache_empty(c, set, way);
	} else if (!(flags & CACHE_EXCLUSIVE) &&
		   !(kind == ACCESS_WRITE && flags & CACHE_NO_WRITE_ALLOCATE)) {
		counts->filled++;
		last_fill(c, set, line, counts);
	}
}

/* Takes in what L2 has lost. Another thread may have brought it. */
static void last_receive(struct machine_state *s, struct cache *c, u64 address)
{
	struct cache_counts *counts = &s->counts->cache[LEVEL_LL];
	u64 line = address >> c->line_bits;
	u32 set = cache_set(c, line), way = cache_find(c, set, line);

	counts->filled++;
	if (way == CACHE_NO_WAY)
		last_fill(c, set, line, counts);
	else
		cache_use(c, set, way);
}

static void prefetch_tags(const struct cache *c, u64 address)
{
	const u64 *tag = &c->tag[cache_at(c, cache_set(c, address >> c->line_bits), 0)];

	__builtin_prefetch(tag, 1);
	__builtin_prefetch(tag + c->ways - 1, 1);
}

/* Its arrays are larger than the caches of most processors that this runs on. */
static void last(struct machine_state *s)
{
	const struct missed_requests *missed = &s->missed;
	const u8 second_bits = s->cache[LEVEL_L2].line_bits;
	const bool receives = s->machine->cache[LEVEL_LL].flags & CACHE_EXCLUSIVE;
	struct cache *c = s->level[LEVEL_LL];
	u32 i;

	for (i = 0; i < missed->n; i++) {
		prefetch_tags(c, missed->request[i]);
		if (receives)
			prefetch_tags(c, missed->victim[i] << second_bits);
	}
	levels_lock(s, LEVEL_LL);
	for (i = 0; i < missed->n; i++) {
		last_ask(s, c, missed->request[i]);
		if (receives && missed->victim[i] != CACHE_EMPTY)
			last_receive(s, c, missed->victim[i] << second_bits);
	}
	levels_unlock(s, LEVEL_LL);
}

/* ---- All ---- */

bool pmc_later_plain(const struct machine_state *s)
{
	const struct cache *c = &s->cache[LEVEL_L2], *last = s->level[LEVEL_LL];
	const u8 flags = s->machine->cache[LEVEL_L2].flags;

	if (!s->level[LEVEL_L2] || !quick_is_plain(c) ||
	    flags & (CACHE_NO_WRITE_ALLOCATE | CACHE_EXCLUSIVE | CACHE_INCLUSIVE))
		return false;
	return !last || !last->flagged;
}

static __attribute__((noinline)) void settle_plain(struct machine_state *s, const u64 *at,
						   const u64 *end)
{
	while (at < end) {
		at = second(s, at, end);
		if (s->level[LEVEL_LL])
			last(s);
	}
}

void pmc_later_settle(struct machine_state *s)
{
	const u64 *at = s->later.address, *end = at + s->later.n;

	s->later.n = 0;
	if (!(s->parts & MACHINE_LEVELS))
		return;
	if (s->only_below != CACHES) {
		settle_only(s, at, end);
		return;
	}
	if (s->plain_below) {
		settle_plain(s, at, end);
		return;
	}
	for (; at < end; at++)
		pmc_levels_ask_now(s, LEVEL_L1D, *at, KIND(*at), false);
}
