// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* Which machines have quick accesses. */
#include "core/machine/quick.h"

static bool is_plain(const struct cache *c)
{
	return !c->ways || (c->policy == POLICY_BIT_PLRU && c->words == 1 && c->slices == 1 &&
			    !c->flagged && c->sectors == 1);
}

bool pmc_quick_able(const struct machine_state *s)
{
	const struct cache_desc *desc = s->machine->cache;
	u32 i;

	if (!s->level[LEVEL_L2] || !s->stores_like_loads)
		return false;
	for (i = LEVEL_L1I; i <= LEVEL_L2; i++)
		if (!is_plain(&s->cache[i]))
			return false;
	if (s->parts & MACHINE_TLB && (!is_plain(&s->tlb[TLB_I]) || !is_plain(&s->tlb[TLB_D])))
		return false;
	if ((desc[LEVEL_L1I].flags | desc[LEVEL_L1D].flags) &
	    (CACHE_INCLUSIVE | CACHE_NO_WRITE_ALLOCATE))
		return false;
	return !(desc[LEVEL_L2].flags & CACHE_EXCLUSIVE);
}

bool pmc_quick_plain(const struct machine_state *s)
{
	const struct cache *code = &s->cache[LEVEL_L1I], *data = &s->cache[LEVEL_L1D];
	const u32 parts = MACHINE_DATA | MACHINE_FETCH | MACHINE_TLB;

	if (!s->quick || !s->later.room || (s->parts & (parts | MACHINE_GAPS)) != parts)
		return false;
	if (!s->tlb[TLB_I].ways || !s->tlb[TLB_D].ways)
		return false;
	return code->ways == PLAIN_WAYS && data->ways == PLAIN_WAYS &&
	       code->line_bits == PLAIN_BITS && data->line_bits == PLAIN_BITS;
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
