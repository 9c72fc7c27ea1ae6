/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Places while a profile is built: an index by object, thread and address, so that adding to one
 * costs a few nanoseconds.
 */
#ifndef PMC_LIB_PROFILE_PLACES_H
#define PMC_LIB_PROFILE_PLACES_H

#include "lib/profile/build/table.h"
#include "lib/profile/model/model.h"

struct page;
/* All zero but for the seed: without places. */
struct places {
	u64 seed;
	struct place *all;
	size_t n, room;
	struct page *pages, *last;
	size_t n_pages, pages_room;
	struct table table; /* of pages */
};

/*
 * Finds or adds the place of this instruction. Returns its index in `all`, or -ENOMEM. New ones
 * have no executions.
 */
s64 places_find(struct places *places, u32 object, u32 thread, u64 address, unsigned length,
		unsigned flags);
/* The indices of all places by object, address, thread, length and flags. order: room for n. */
int places_sort(const struct places *places, u32 *order);
void places_deinit(struct places *places);

#endif
