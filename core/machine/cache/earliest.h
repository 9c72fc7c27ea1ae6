/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* LRU and FIFO: which way of a set was used, or filled, first. No jump depends on which it is. */
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
		if (!f || tag[way] == CACHE_EMPTY || !filter_has(f, tag[way]))
			return way;
		place = (u32)tag[way] & f->mask;
		if (f->times[place] <= time[way])
			return way;
		time[way] = f->times[place];
	}
}

#endif
