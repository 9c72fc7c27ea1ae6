/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Places while a profile is built: an index by object, thread and address, so that adding to one
 * costs a few nanoseconds.
 */
#ifndef PMC_LIB_PROFILE_PLACES_H
#define PMC_LIB_PROFILE_PLACES_H

#include "lib/profile/build/table.h"
#include "lib/profile/model/model.h"

/* A place. With counts of its own, executions is the number of their row + 1, or 0. */
struct cell {
	u64 executions, taken;
	u8 length, flags;
	u8 at;	 /* its address in the page */
	u8 next; /* another one at the address: index + 1; 0: none */
};

struct page;
/* All zero but for the seed: without places. */
struct places {
	u64 seed;
	struct page **chunk; /* of pages */
	size_t n_pages, chunks, chunks_room;
	struct page *last;
	struct table table; /* of pages */
	/* Memory for cells: blocks, and what is left of the last one. */
	void **block;
	size_t blocks, blocks_room, left;
	u8 *free;
	size_t n; /* places */
};

/*
 * Finds or adds the place of this instruction. NULL: there is no memory. New ones have no
 * executions. A cell stays where it is until the next one is added.
 */
struct cell *places_find(struct places *places, u32 object, u32 thread, u64 address,
			 unsigned length, unsigned flags);
/* Are both in one page, if object and thread are the same? */
bool places_same_page(u64 a, u64 b);
/*
 * Hints: they fetch what places_find() will need. The page is NULL if there is none yet; it may be
 * another one.
 */
void places_fetch_slot(const struct places *places, u32 object, u32 thread, u64 address);
const struct page *places_fetch_page(const struct places *places, u32 object, u32 thread,
				     u64 address);
void places_fetch_cell(const struct page *page, u64 address);
/* The number of the page of an address, which need not have places; -ENOMEM. */
s64 places_page(struct places *places, u32 object, u32 thread, u64 address);

/* A page in the order of places. */
struct page_rank {
	u32 page;
	u32 rank; /* pages of one object and one piece of addresses have the same */
};
/*
 * Sorts the pages. *ranks: one for each page, in order, for free(3). 0 or -ENOMEM. Pages of
 * different threads stand beside each other.
 */
int places_rank(const struct places *places, struct page_rank **ranks);
/*
 * Writes all places in the order of pmc/profile.h. to: room for places->n. Their executions are
 * those of the cells.
 */
void places_give(const struct places *places, const struct page_rank *ranks, struct place *to);
void places_deinit(struct places *places);

#endif
