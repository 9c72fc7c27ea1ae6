/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What each thread has counted while a profile is built: one number for each site (sites.h), in
 * blocks, so that a thread needs memory only for what it executes. Processes of one program mostly
 * count the same, so blocks that are equal when they have ended are shared, until one of them
 * counts again.
 */
#ifndef PMC_LIB_PROFILE_COUNTS_H
#define PMC_LIB_PROFILE_COUNTS_H

#include <stddef.h>
#include <stdint.h>

#include "core/base/types.h"

#define COUNTS_BITS  6
#define COUNTS_BLOCK (1u << COUNTS_BITS) /* counts in a block */

#define COUNTS_SHARED ((uintptr_t)1)

struct thread_counts {
	/* By number / COUNTS_BLOCK: where a block is; 0: all are 0. With COUNTS_SHARED others may
	 * have it, too. */
	uintptr_t *block;
	size_t n;
	bool open; /* it is in counts.open */
};
/* All zero: nothing. */
struct counts {
	struct thread_counts *thread;
	size_t n, room;
	u32 *open; /* threads with blocks that are theirs alone */
	size_t n_open, open_room;
	u64 **settled; /* by number / COUNTS_BLOCK: the newest block that may be shared */
	size_t n_settled, settled_room;
	u64 *spare; /* blocks of no use; the first count says where the next one is */
	/* Memory for blocks: pieces, and what is left of the last one. */
	void **piece;
	size_t pieces, pieces_room, left;
	u8 *free;
};

/* What counts_at() does for a block that is not there yet, or is shared. */
u64 *counts_add_block(struct counts *counts, u32 thread, u32 site);

/* Where a thread counts a site, until it is settled; NULL: there is no memory. */
static inline u64 *counts_at(struct counts *counts, u32 thread, u32 site)
{
	size_t block = site >> COUNTS_BITS;
	uintptr_t at = thread < counts->n && block < counts->thread[thread].n ?
			       counts->thread[thread].block[block] :
			       0;

	if (at && !(at & COUNTS_SHARED))
		return (u64 *)at + site % COUNTS_BLOCK;
	return counts_add_block(counts, thread, site);
}

/* The counts of a thread in a block; NULL: all are 0. */
static inline const u64 *counts_block(const struct thread_counts *t, size_t block)
{
	return block < t->n ? (const u64 *)(t->block[block] & ~COUNTS_SHARED) : NULL;
}

/* What counts_at() gives if the thread has counted there; NULL: all counts of its block are 0. */
static inline const u64 *counts_peek(const struct counts *counts, u32 thread, u32 site)
{
	const u64 *block = counts_block(&counts->thread[thread], site >> COUNTS_BITS);

	return block ? block + site % COUNTS_BLOCK : NULL;
}

static inline u64 counts_get(const struct counts *counts, u32 thread, u32 site)
{
	const u64 *at = counts_peek(counts, thread, site);

	return at ? *at : 0;
}

/* Shares blocks of the threads that were opened since so many (counts->n_open) were open. */
void counts_settle(struct counts *counts, size_t open);
/* How many counts are not 0. */
size_t counts_total(const struct counts *counts);
void counts_deinit(struct counts *counts);

#endif
