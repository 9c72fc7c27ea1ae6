/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* Which machines have quick accesses. */
#include "core/machine/quick.h"

bool pmc_quick_able(const struct machine_state *s)
{
	const struct cache *c = s->level[LEVEL_L1D], *below = s->level[LEVEL_L2];
	const struct cache_desc *desc = s->machine->cache;

	if (!c || !below || c->flagged || below->flagged || !s->stores_like_loads)
		return false;
	if (desc[LEVEL_L1D].flags & (CACHE_INCLUSIVE | CACHE_NO_WRITE_ALLOCATE))
		return false;
	return !(desc[LEVEL_L2].flags & CACHE_EXCLUSIVE) && s->parts & MACHINE_DATA;
}
