/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* How the levels of caches work together. */
#include "core/machine/levels.h"
#include "core/machine/gap.h"
#include "core/machine/later.h"
#include "core/machine/watch.h"

#define STRIDE_SURE 2 /* repetitions after which a stride is followed */

static const struct cache_desc *desc_of(const struct machine_state *s, u32 cache)
{
	return &s->machine->cache[cache];
}

static bool is(const struct machine_state *s, u32 cache, u8 flag)
{
	return desc_of(s, cache)->flags & flag;
}

/* The next level below that exists; CACHES if there is none. */
static u32 below(const struct machine_state *s, u32 cache)
{
	u32 at = cache < LEVEL_L2 ? LEVEL_L2 : cache + 1;

	while (at < CACHES && !s->level[at])
		at++;
	return at;
}

/* ---- Lines that leave ---- */

/* Marks the line dirty if the level has it. */
static bool write_into(struct machine_state *s, u32 at, u64 address)
{
	struct cache *c = s->level[at];
	u64 line = address >> c->line_bits;
	u32 set = cache_set(c, line), way;

	levels_lock(s, at);
	way = cache_find(c, set, line);
	if (way != CACHE_NO_WAY)
		c->flags[cache_at(c, set, way)] |= CACHE_DIRTY | cache_sector(c, address);
	levels_unlock(s, at);
	return way != CACHE_NO_WAY;
}

/* Writes what leaves a cache, or passes it by, into the nearest level that has the line. */
static void write_down(struct machine_state *s, u32 from, u64 address)
{
	u32 at;

	for (at = below(s, from); at < CACHES; at = below(s, at))
		if (write_into(s, at, address))
			return;
	s->counts->memory_writes++;
}

static void write_back(struct machine_state *s, u32 from, u64 address)
{
	s->counts->cache[from].written_back++;
	write_down(s, from, address);
}

/* Takes the lines of a line of level `at` from a cache above it. Returns their flags. */
static u8 invalidate(struct machine_state *s, u32 cache, u64 address, u32 bytes)
{
	struct cache *c = s->level[cache];
	u64 line, last = (address + (bytes - 1)) >> c->line_bits;
	u32 set, way;
	u8 flags = 0;

	for (line = address >> c->line_bits; line <= last; line++) {
		set = cache_set(c, line);
		way = cache_find(c, set, line);
		if (way == CACHE_NO_WAY)
			continue;
		flags |= pmc_cache_empty(c, set, way) & CACHE_DIRTY;
		s->counts->cache[cache].invalidated++;
		watch_lost(s, watch_of_cache(cache), line);
	}
	return flags;
}

static u8 invalidate_above(struct machine_state *s, u32 at, u64 address)
{
	u32 cache;
	u8 flags = 0;

	for (cache = LEVEL_L1I; cache < at; cache++)
		if (s->level[cache])
			flags |= invalidate(s, cache, address, 1u << s->level[at]->line_bits);
	return flags;
}

/* ---- Lines that come ---- */

/* The sectors that come with an address. */
static u8 sectors_of(const struct machine_state *s, u32 cache, u64 address, enum access_kind kind)
{
	const struct cache *c = s->level[cache];

	if (kind != ACCESS_WRITE && is(s, cache, CACHE_READ_FILLS_LINE))
		return (u8)(((1u << c->sectors) - 1) << CACHE_SECTORS);
	return cache_sector(c, address);
}

/* Fills a way for the line at an address, or adds sectors to a line that is there. */
static u32 fill(struct machine_state *s, u32 cache, u64 address, u8 flags,
		struct cache_victim *victim)
{
	struct cache *c = s->level[cache];
	u64 line = address >> c->line_bits;
	u32 set = cache_set(c, line), way = CACHE_NO_WAY;

	victim->line = CACHE_EMPTY;
	levels_lock(s, cache);
	/* Another thread may have brought the line meanwhile; an exclusive level may have received
	 * it from the other of L1D and L1I. */
	if (c->sectors > 1 || s->shared_lock || is(s, cache, CACHE_EXCLUSIVE))
		way = cache_find(c, set, line);
	if (way == CACHE_NO_WAY) {
		way = watch_fill(s, watch_of_cache(cache), c, set, line, flags, victim);
	} else {
		c->flags[cache_at(c, set, way)] |= flags;
		watch_use(s, watch_of_cache(cache), c, set, way);
	}
	levels_unlock(s, cache);
	s->counts->cache[cache].filled++;
	return way;
}

u32 pmc_levels_bring(struct machine_state *s, u32 cache, u64 address, enum access_kind kind,
		     u8 flags)
{
	u32 first = CACHE_NO_WAY, way, next;
	struct cache_victim victim;

	flags |= sectors_of(s, cache, address, kind);
	for (;;) {
		way = fill(s, cache, address, flags, &victim);
		if (first == CACHE_NO_WAY)
			first = way;
		if (victim.line == CACHE_EMPTY)
			return first;
		s->counts->cache[cache].evicted++;
		address = victim.line << s->level[cache]->line_bits;
		if (is(s, cache, CACHE_INCLUSIVE))
			victim.flags |= invalidate_above(s, cache, address);
		next = below(s, cache);
		if (next == CACHES || !is(s, next, CACHE_EXCLUSIVE))
			break;
		cache = next;
		flags = (victim.flags & CACHE_DIRTY) | 1u << CACHE_SECTORS;
	}
	if (victim.flags & CACHE_DIRTY)
		write_back(s, cache, address);
	return first;
}

/* ---- Requests ---- */

/* Whether the level has what is asked for, which is a use of it. */
static bool has(struct machine_state *s, u32 at, u64 address, enum access_kind kind)
{
	struct cache *c = s->level[at];
	u64 line = address >> c->line_bits;
	u32 set = cache_set(c, line), way;
	bool found, first_use = false;
	u8 *flags;

	levels_lock(s, at);
	way = cache_find(c, set, line);
	found = way != CACHE_NO_WAY;
	if (found && c->flagged) {
		flags = &c->flags[cache_at(c, set, way)];
		found = *flags & cache_sector(c, address);
		first_use = found && kind != ACCESS_PREFETCH && *flags & CACHE_PREFETCHED;
		if (first_use)
			*flags &= (u8)~CACHE_PREFETCHED;
	}
	if (found)
		cache_use(c, set, way);
	levels_unlock(s, at);
	s->counts->cache[at].asked[kind]++;
	s->counts->cache[at].missed[kind] += !found;
	s->counts->cache[at].prefetch_used += first_use;
	if (kind < ACCESS_WALK && (!found || first_use))
		pmc_levels_watch(s, at, address, 0);
	return found;
}

/* Takes a line out of an exclusive level. */
static u8 take(struct machine_state *s, u32 at, u64 address)
{
	struct cache *c = s->level[at];
	u64 line = address >> c->line_bits;
	u32 set = cache_set(c, line), way;
	u8 flags = 0;

	levels_lock(s, at);
	way = cache_find(c, set, line);
	if (way != CACHE_NO_WAY)
		flags = pmc_cache_empty(c, set, way) & CACHE_DIRTY;
	levels_unlock(s, at);
	return flags;
}

static bool allocates(const struct machine_state *s, u32 at, enum access_kind kind)
{
	return !is(s, at, CACHE_EXCLUSIVE) &&
	       !(kind == ACCESS_WRITE && is(s, at, CACHE_NO_WRITE_ALLOCATE));
}

u8 pmc_levels_ask_now(struct machine_state *s, u32 from, u64 address, enum access_kind kind,
		      bool data)
{
	u32 first = below(s, from), at, found;
	bool moves = !data;
	u8 flags = 0;

	for (found = first; found < CACHES; found = below(s, found)) {
		if (has(s, found, address, kind))
			break;
		moves |= allocates(s, found, kind);
	}
	if (found < CACHES && moves && is(s, found, CACHE_EXCLUSIVE))
		flags = take(s, found, address);
	for (at = found; at-- > first;) {
		if (!s->level[at] || !allocates(s, at, kind))
			continue;
		pmc_levels_bring(s, at, address, kind, flags);
		flags = 0;
	}
	if (data && s->parts & MACHINE_DIRTY)
		write_down(s, from, address);
	return flags;
}

u8 pmc_levels_ask(struct machine_state *s, u32 from, u64 address, enum access_kind kind, bool data)
{
	if (!s->later.room)
		return pmc_levels_ask_now(s, from, address, kind, data);
	later_put(s, address, kind);
	return 0;
}

/* ---- Prefetchers ---- */

static void later(struct machine_state *s, u32 cache, u64 address)
{
	if (s->n_pending == MACHINE_PENDING)
		return;
	s->pending[s->n_pending].cache = cache;
	s->pending[s->n_pending++].address = address;
}

static bool same_page(u64 a, u64 b)
{
	return (a ^ b) < MACHINE_PAGE;
}

static void stride(struct machine_state *s, u32 cache, u64 address, u64 ip)
{
	struct stride_entry *e = &s->strides[(u32)ip & s->stride_mask];
	u64 stride = address - e->last;

	if (e->ip != ip) {
		e->ip = ip;
		e->stride = 0;
		e->repeated = 0;
	} else if (stride != e->stride || !stride) {
		e->stride = stride;
		e->repeated = 0;
	} else if (e->repeated < STRIDE_SURE) {
		e->repeated++;
	}
	e->last = address;
	if (e->repeated == STRIDE_SURE && same_page(address, address + stride))
		later(s, cache, address + stride);
}

void pmc_levels_watch(struct machine_state *s, u32 cache, u64 address, u64 ip)
{
	const struct prefetch_desc *p = s->machine->prefetch;
	u64 line;
	u32 i;

	if (!(s->parts & MACHINE_PREFETCH))
		return;
	line = (u64)1 << s->level[cache]->line_bits;
	for (i = 0; i < MACHINE_PREFETCHERS; i++, p++) {
		if (p->kind == PREFETCH_NONE || p->cache != cache)
			continue;
		if (p->kind == PREFETCH_NEXT && same_page(address, address + line))
			later(s, cache, address + line);
		if (p->kind == PREFETCH_ADJACENT)
			later(s, cache, address ^ line);
		if (p->kind == PREFETCH_STRIDE && ip)
			stride(s, cache, address, ip);
	}
}

static void prefetch(struct machine_state *s, u32 cache, u64 address)
{
	struct cache *c = s->level[cache];
	u64 line = address >> c->line_bits;
	u32 set = cache_set(c, line), way = cache_find(c, set, line);
	u8 flags;

	if (way != CACHE_NO_WAY && c->flags[cache_at(c, set, way)] & cache_sector(c, address))
		return;
	s->counts->cache[cache].missed[ACCESS_PREFETCH]++;
	flags = pmc_levels_ask(s, cache, address, ACCESS_PREFETCH, false);
	way = pmc_levels_bring(s, cache, address, ACCESS_PREFETCH, flags | CACHE_PREFETCHED);
	if (cache <= LEVEL_L1D)
		gap_meet(s, cache == LEVEL_L1I ? GAP_L1I : GAP_L1D, set, cache_at(c, set, way),
			 ACCESS_PREFETCH, true);
}

void pmc_levels_prefetch(struct machine_state *s)
{
	u32 i, n = s->n_pending;

	for (i = 0; i < n; i++)
		prefetch(s, s->pending[i].cache, s->pending[i].address);
	s->n_pending = 0;
}
