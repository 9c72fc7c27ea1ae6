/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* Which parts of a machine must be modelled for a count. */
#include "core/machine/parts.h"
#include "core/machine/counts.h"
#include "core/machine/state.h"

/* What a count depends on: caches (bit i: enum machine_cache), and TLBs behind them. */
#define CACHE(i) (1u << (i))
#define TLB(i)	 (1u << (CACHES + (i)))
#define ALL_TLBS (TLB(TLB_I) | TLB(TLB_D) | TLB(TLB_I2) | TLB(TLB_D2))

/* The caches above a level, and those below. */
#define ABOVE(i) (CACHE(i) - 1u)

static bool has(const struct machine *m, u32 cache)
{
	return m->cache[cache].ways;
}

/* The caches that prefetchers watch. */
static u32 prefetched(const struct machine *m)
{
	u32 found = 0, i;

	for (i = 0; i < MACHINE_PREFETCHERS; i++)
		if (m->prefetch[i].kind != PREFETCH_NONE && has(m, m->prefetch[i].cache))
			found |= CACHE(m->prefetch[i].cache);
	return found;
}

/* The caches that ask this one, and those that take lines from it. */
static u32 neighbours_of_cache(const struct machine *m, u32 cache)
{
	u32 found = cache < LEVEL_L2 ? 0 : ABOVE(cache), at;

	for (at = LEVEL_L2; at < CACHES; at++)
		if (at > cache && has(m, at) && m->cache[at].flags & CACHE_INCLUSIVE)
			found |= CACHE(at);
	/* An access has room for MACHINE_PENDING prefetches of all caches. */
	if (prefetched(m) & CACHE(cache))
		found |= prefetched(m) & ~(CACHE(LEVEL_L1I) | CACHE(LEVEL_L1D));
	/* Walks read the first cache that they ask, and what that misses is asked further down. */
	if (cache != LEVEL_L1I && m->walk.reads != WALK_UNSEEN &&
	    (cache != LEVEL_L1D || m->walk.reads == WALK_L1D))
		found |= ALL_TLBS;
	return found;
}

static u32 neighbours_of_tlb(const struct machine *m, u32 tlb)
{
	switch (tlb) {
	case TLB_I2:
		return TLB(TLB_I);
	case TLB_D2:
		return m->tlb[TLB_D2].flags & CACHE_UNIFIED ? TLB(TLB_I) | TLB(TLB_D) : TLB(TLB_D);
	default:
		return 0;
	}
}

/* Everything that something depends on, itself included. */
static u32 closure(const struct machine *m, u32 found)
{
	u32 before, i;

	do {
		before = found;
		for (i = 0; i < CACHES; i++)
			if (found & CACHE(i))
				found |= neighbours_of_cache(m, i);
		for (i = 0; i < TLBS; i++)
			if (found & TLB(i))
				found |= neighbours_of_tlb(m, i);
	} while (found != before);
	return found;
}

/*
 * Whether lines that are written back make sectors of a level valid that were not. What L1D writes
 * through to the nearest level has just been brought there.
 */
static bool written_sectors(const struct machine *m, u32 at)
{
	const struct cache_desc *c = &m->cache[at];

	if (at < LEVEL_L2 || !has(m, at) || c->sector == c->line)
		return false;
	return !(m->cache[LEVEL_L1D].flags & CACHE_WRITE_THROUGH) ||
	       c->flags & CACHE_NO_WRITE_ALLOCATE || (at == LEVEL_LL && has(m, LEVEL_L2));
}

static u32 parts_of_caches(const struct machine *m, u32 found)
{
	u32 parts = 0, i;

	for (i = 0; i < CACHES; i++)
		if (found & CACHE(i) && written_sectors(m, i))
			parts |= MACHINE_DIRTY;

	if (found & CACHE(LEVEL_L1I))
		parts |= MACHINE_FETCH;
	if (found & (CACHE(LEVEL_L1D) | CACHE(LEVEL_L2) | CACHE(LEVEL_LL)))
		parts |= MACHINE_DATA;
	if (found & (CACHE(LEVEL_L2) | CACHE(LEVEL_LL)))
		parts |= MACHINE_LEVELS;
	if (found & CACHE(LEVEL_LL))
		parts |= MACHINE_LAST;
	if (found & prefetched(m))
		parts |= MACHINE_PREFETCH;
	return parts;
}

static u32 parts_of(const struct machine *m, u32 found)
{
	u32 parts;

	found = closure(m, found);
	parts = parts_of_caches(m, found);
	if (!(found & ALL_TLBS))
		return parts;
	/* An access that crosses lines is not translated where the first cache takes it whole. */
	if (m->flags & MACHINE_CROSSING_WHOLE)
		parts |= MACHINE_DATA | MACHINE_FETCH;
	return parts | MACHINE_TLB;
}

/* The caches that lines may come from dirty: an exclusive level gives them away as they are. */
static u32 dirty_sources(const struct machine *m)
{
	u32 at;

	for (at = LEVEL_L2; at < CACHES; at++)
		if (has(m, at) && m->cache[at].flags & CACHE_EXCLUSIVE)
			return CACHE(LEVEL_L2) | CACHE(LEVEL_LL);
	return 0;
}

static u32 parts_of_cache(const struct machine *m, u32 cache, u32 at)
{
	u32 found = CACHE(cache);

	switch (at) {
	case offsetof(struct cache_counts, written_back):
		return parts_of(m, found | dirty_sources(m)) | MACHINE_DIRTY;
	case offsetof(struct cache_counts, asked[ACCESS_WALK]):
	case offsetof(struct cache_counts, missed[ACCESS_WALK]):
		found |= ALL_TLBS;
		break;
	default:
		break;
	}
	return parts_of(m, found);
}

/* The TLBs that a side of the machine asks: that of code, or that of data. */
static u32 tlbs_of(const struct machine *m, bool code)
{
	if (!code)
		return TLB(TLB_D) | TLB(TLB_D2);
	return TLB(TLB_I) | (m->tlb[TLB_I2].ways ? TLB(TLB_I2) : TLB(TLB_D2));
}

u32 pmc_quantity_parts(const struct machine *machine, u32 quantity)
{
	const u32 caches = offsetof(struct machine_counts, cache);
	const u32 tlbs = offsetof(struct machine_counts, tlb);
	const u32 walks = offsetof(struct machine_counts, walks);
	u32 all = CACHE(LEVEL_L1D) | CACHE(LEVEL_L2) | CACHE(LEVEL_LL), i;

	if (quantity >= offsetof(struct machine_counts, branch))
		return MACHINE_BRANCH;
	if (quantity == offsetof(struct machine_counts, memory_writes))
		return parts_of(machine, all) | MACHINE_DIRTY;
	if (quantity == offsetof(struct machine_counts, walk_reads))
		return parts_of(machine, ALL_TLBS);
	if (quantity >= walks) {
		i = (quantity - walks) / (u32)sizeof(u64);
		return parts_of(machine, tlbs_of(machine, i == ACCESS_FETCH));
	}
	if (quantity >= tlbs)
		return parts_of(machine, TLB((quantity - tlbs) / (u32)sizeof(struct tlb_counts)));
	i = (quantity - caches) / (u32)sizeof(struct cache_counts);
	return parts_of_cache(machine, i, quantity - caches - i * (u32)sizeof(struct cache_counts));
}
