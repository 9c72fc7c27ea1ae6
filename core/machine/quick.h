/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The most frequent accesses that no filter lets pass, without the general rules: one line, which
 * L1D or L2 has, in caches without flags. pmc_first_line() does the same, and everything else.
 */
#ifndef PMC_CORE_MACHINE_QUICK_H
#define PMC_CORE_MACHINE_QUICK_H

#include "core/machine/watch.h"

/* Can such accesses be made in this machine? */
bool pmc_quick_able(const struct machine_state *s);

/* A read or a write of one line of L1D. False: nothing was done. *missed: in L1D. */
static inline bool quick_line(struct machine_state *s, u64 address, enum access_kind kind,
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
		set_below = cache_set(below, line_below);
		way = cache_find(below, set_below, line_below);
		if (way == CACHE_NO_WAY)
			return false;
		cache_use(below, set_below, way);
		watch_fill(s, WATCHED_DATA, c, set, line, 0, &victim);
		s->counts->cache[LEVEL_L2].asked[kind]++;
		s->counts->cache[LEVEL_L1D].filled++;
		s->counts->cache[LEVEL_L1D].evicted += victim.line != CACHE_EMPTY;
	}
	filter_put(&s->loads, line);
	return true;
}

#endif
