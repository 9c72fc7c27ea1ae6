/* SPDX-License-Identifier: BSD-2-Clause */
/* Edges while a profile is built. */
#ifndef PMC_LIB_PROFILE_EDGES_H
#define PMC_LIB_PROFILE_EDGES_H

#include "lib/profile/build/table.h"
#include "lib/profile/model/model.h"

/* All zero but for the seed and the number of events: without edges. */
struct edges {
	u64 seed;
	size_t n_events;
	struct pmc_edge *all; /* inclusive is not set */
	u32 *page;	      /* in struct sites: where each of them begins */
	size_t n, room, page_room;
	u64 *inclusive; /* n_events for each edge; NULL: there are none */
	size_t inclusive_room;
	struct table table;
};

/*
 * Adds to the count of an edge that begins in the page, and to its inclusive counts unless they are
 * NULL. Returns its index, or -ENOMEM.
 */
s64 edges_add(struct edges *edges, const struct pmc_edge *edge, u32 page);
/*
 * Puts the edges that have counts in order, in an array for free(3); inclusive counts come into the
 * arena. pages: all pages in order. 0 or -ENOMEM.
 */
int edges_sort(struct edges *edges, const u32 *pages, size_t n_pages, struct arena *arena,
	       struct pmc_edge **sorted, size_t *n);
void edges_deinit(struct edges *edges);

#endif
