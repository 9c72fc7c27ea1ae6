/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * LRU and FIFO: which way of a set was used, or filled, first. tree-PLRU by times: to which way the
 * nodes point. No jump depends on which it is.
 */
#ifndef PMC_CORE_MACHINE_EARLIEST_H
#define PMC_CORE_MACHINE_EARLIEST_H

#include "core/machine/cache/sets.h"

static inline u32 earliest_two(const u64 *time, u32 a, u32 b)
{
	return time[b] < time[a] ? b : a;
}

static inline u32 earliest_four(const u64 *time, u32 way)
{
	return earliest_two(time, earliest_two(time, way, way + 1),
			    earliest_two(time, way + 2, way + 3));
}

/* By the times that the cache knows. */
static inline u32 earliest_known(const u64 *time, u32 ways)
{
	u32 way, found = 0;

	if (ways == 8)
		return earliest_two(time, earliest_four(time, 0), earliest_four(time, 4));
	for (way = 1; way < ways; way++)
		found = earliest_two(time, found, way);
	return found;
}

/* f: the filter that knows of later uses than the cache, or NULL. Each way that seems the earliest
 * learns of them, until it is right. */
static inline __attribute__((always_inline)) u32 cache_earliest(struct cache *c,
								const struct filter *f, u32 set)
{
	u64 *time = c->uses + cache_at(c, set, 0), *tag = c->tag + cache_at(c, set, 0);
	u32 way, place;

	for (;;) {
		way = earliest_known(time, c->ways);
		/* Of an empty way the filter would seem to have the line. */
		if (!f || tag[way] == CACHE_EMPTY || !filter_knows(f, tag[way]))
			return way;
		place = (u32)tag[way] & f->mask;
		if (f->times[place] <= time[way])
			return way;
		time[way] = f->times[place];
	}
}

/* When any of n ways was used last. */
static inline __attribute__((always_inline)) u64 latest_of(const u64 *time, u32 n)
{
	u64 latest = 0;
	u32 i;

	for (i = 0; i < n; i++)
		latest = time[i] > latest ? time[i] : latest;
	return latest;
}

/* Where a tree over so many leaves points, each of whose nodes points to the half that was used
 * longer ago. */
static inline __attribute__((always_inline)) u32 pointed_to_by_times(const u64 *time, u32 ways,
								     u32 leaves)
{
	u32 half, way = 0, right;

	for (half = leaves / 2; half; half /= 2) {
		if (way + half >= ways)
			continue;
		right = ways - way - half < half ? ways - way - half : half;
		way += latest_of(time + way, half) > latest_of(time + way + half, right) ? half : 0;
	}
	return way;
}

/* By the times that the filter knows, and the cache. */
static inline __attribute__((always_inline)) u32 cache_pointed_to(struct cache *c,
								  const struct filter *f, u32 set)
{
	u64 *time = c->uses + cache_at(c, set, 0), *tag = c->tag + cache_at(c, set, 0), passed;
	u32 leaves = 1, way;

	for (way = 0; way < c->ways; way++) {
		/* Of an empty way the filter would seem to have the line. */
		passed = tag[way] != CACHE_EMPTY && filter_knows(f, tag[way]) ?
				 f->times[(u32)tag[way] & f->mask] :
				 0;
		time[way] = passed > time[way] ? passed : time[way];
	}
	if (c->ways == 8)
		return pointed_to_by_times(time, 8, 8);
	while (leaves < c->ways)
		leaves *= 2;
	return pointed_to_by_times(time, c->ways, leaves);
}

#endif
