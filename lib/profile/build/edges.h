/* SPDX-License-Identifier: BSD-2-Clause */
/* Edges while a profile is built. */
#ifndef PMC_LIB_PROFILE_EDGES_H
#define PMC_LIB_PROFILE_EDGES_H

#include "lib/profile/build/places.h"
#include "lib/profile/build/table.h"
#include "lib/profile/model/model.h"

/* All zero but for the seed and the number of events: without edges. */
struct edges {
	u64 seed;
	size_t n_events;
	struct pmc_edge *all; /* inclusive is not set */
	u32 *page;	      /* in struct places: where each of them begins */
	size_t n, room, page_room;
	u64 *inclusive; /* n_events for each edge; NULL: there are none */
	size_t inclusive_room;
	struct table table;
};

/*
 * Adds to the count of an edge, and to its inclusive counts unless they are NULL. Returns its
 * index, or -ENOMEM. *is_new: it was added, and the caller sets its page.
 */
s64 edges_add(struct edges *edges, const struct pmc_edge *edge, bool *is_new);
/* Sorts them, pages first, and gives them to the profile. 0 or -ENOMEM. */
int edges_finish(struct edges *edges, const struct page_rank *ranks, size_t n_pages,
		 struct pmc_profile *p);
void edges_deinit(struct edges *edges);

#endif
