/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* The names of what the models count. */
#include "core/machine/counts.h"

#define AT(member) ((u32)offsetof(struct machine_counts, member))

/* clang-format off */
#define CACHE_ROWS(word, c) \
	{ word "-fills", AT(cache[c].filled) }, \
	{ word "-evictions", AT(cache[c].evicted) }, \
	{ word "-writebacks", AT(cache[c].written_back) }, \
	{ word "-invalidations", AT(cache[c].invalidated) }, \
	{ word "-prefetches", AT(cache[c].missed[ACCESS_PREFETCH]) }, \
	{ word "-prefetches-used", AT(cache[c].prefetch_used) }
#define LEVEL_ROWS(word, c) \
	{ word "-fetches", AT(cache[c].asked[ACCESS_FETCH]) }, \
	{ word "-fetch-misses", AT(cache[c].missed[ACCESS_FETCH]) }, \
	{ word "-reads", AT(cache[c].asked[ACCESS_READ]) }, \
	{ word "-read-misses", AT(cache[c].missed[ACCESS_READ]) }, \
	{ word "-writes", AT(cache[c].asked[ACCESS_WRITE]) }, \
	{ word "-write-misses", AT(cache[c].missed[ACCESS_WRITE]) }, \
	{ word "-walk-reads", AT(cache[c].asked[ACCESS_WALK]) }, \
	{ word "-walk-read-misses", AT(cache[c].missed[ACCESS_WALK]) }, \
	CACHE_ROWS(word, c)

static const struct quantity quantities[] = {
	{ "l1i-misses", AT(cache[LEVEL_L1I].missed[ACCESS_FETCH]) },
	CACHE_ROWS("l1i", LEVEL_L1I),
	{ "l1d-read-misses", AT(cache[LEVEL_L1D].missed[ACCESS_READ]) },
	{ "l1d-write-misses", AT(cache[LEVEL_L1D].missed[ACCESS_WRITE]) },
	{ "l1d-walk-reads", AT(cache[LEVEL_L1D].asked[ACCESS_WALK]) },
	{ "l1d-walk-read-misses", AT(cache[LEVEL_L1D].missed[ACCESS_WALK]) },
	CACHE_ROWS("l1d", LEVEL_L1D),
	LEVEL_ROWS("l2", LEVEL_L2),
	LEVEL_ROWS("ll", LEVEL_LL),
	{ "memory-writes", AT(memory_writes) },
	{ "itlb-misses", AT(tlb[TLB_I].missed[ACCESS_FETCH]) },
	{ "dtlb-read-misses", AT(tlb[TLB_D].missed[ACCESS_READ]) },
	{ "dtlb-write-misses", AT(tlb[TLB_D].missed[ACCESS_WRITE]) },
	{ "fetch-walks", AT(walks[ACCESS_FETCH]) },
	{ "read-walks", AT(walks[ACCESS_READ]) },
	{ "write-walks", AT(walks[ACCESS_WRITE]) },
	{ "walk-reads", AT(walk_reads) },
	{ "conditional-branches", AT(branch.conditional) },
	{ "conditional-branch-misses", AT(branch.conditional_missed) },
	{ "indirect-branches", AT(branch.indirect) },
	{ "indirect-branch-misses", AT(branch.indirect_missed) },
	{ "returns", AT(branch.returns) },
	{ "return-misses", AT(branch.returns_missed) },
};
/* clang-format on */

const struct quantity *pmc_quantity_row(u32 i)
{
	return i < sizeof(quantities) / sizeof(quantities[0]) ? &quantities[i] : NULL;
}
