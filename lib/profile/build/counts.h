/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What each thread has counted while a profile is built: one number for each site (sites.h), in
 * blocks, so that a thread needs memory only for what it executes.
 */
#ifndef PMC_LIB_PROFILE_COUNTS_H
#define PMC_LIB_PROFILE_COUNTS_H

#include <stddef.h>

#include "core/base/types.h"

#define COUNTS_BITS  6
#define COUNTS_BLOCK (1u << COUNTS_BITS) /* counts in a block */

struct thread_counts {
	u64 **block; /* by number / COUNTS_BLOCK; NULL: all are 0 */
	size_t n;
};
/* All zero: nothing. */
struct counts {
	struct thread_counts *thread;
	size_t n, room;
	/* Memory for blocks: pieces, and what is left of the last one. */
	void **piece;
	size_t pieces, pieces_room, left;
	u8 *free;
	size_t n_blocks;
};

/* What counts_at() does for a block that is not there yet. */
u64 *counts_add_block(struct counts *counts, u32 thread, u32 site);

/* Where a thread counts a site; NULL: there is no memory. It stays there. */
static inline u64 *counts_at(struct counts *counts, u32 thread, u32 site)
{
	size_t block = site >> COUNTS_BITS;

	if (thread < counts->n && block < counts->thread[thread].n &&
	    counts->thread[thread].block[block])
		return counts->thread[thread].block[block] + site % COUNTS_BLOCK;
	return counts_add_block(counts, thread, site);
}

static inline u64 counts_get(const struct counts *counts, u32 thread, u32 site)
{
	size_t block = site >> COUNTS_BITS;
	const struct thread_counts *t = &counts->thread[thread];

	return block < t->n && t->block[block] ? t->block[block][site % COUNTS_BLOCK] : 0;
}

/* What counts_at() gives if the thread has counted there; NULL: all counts of its block are 0. */
static inline const u64 *counts_peek(const struct counts *counts, u32 thread, u32 site)
{
	size_t block = site >> COUNTS_BITS;
	const struct thread_counts *t = &counts->thread[thread];

	return block < t->n && t->block[block] ? &t->block[block][site % COUNTS_BLOCK] : NULL;
}

/* How many counts are not 0. */
size_t counts_total(const struct counts *counts);
void counts_deinit(struct counts *counts);

#endif
