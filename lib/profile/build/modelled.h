/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Counts of a recording that do not follow from executions, while its profile is built: what a
 * modelled machine counted at an instruction, in one thread. A row has one for each such event.
 */
#ifndef PMC_LIB_PROFILE_MODELLED_H
#define PMC_LIB_PROFILE_MODELLED_H

#include "lib/profile/build/table.h"

struct sites;

struct modelled_row {
	u32 site, thread, at; /* at: where its counts stand */
	u32 object, kind;     /* of the site, when rows are sorted; and its address */
	u64 address;
};
/* All zero but for the seed: without rows. */
struct modelled {
	u64 seed;
	size_t n_events; /* before the first row */
	struct modelled_row *row;
	u64 *counts; /* n_events for each row */
	size_t n, row_room, counts_room;
	struct table table;
};

/* The counts of a thread at a site, which may be new; NULL: there is no memory. */
u64 *modelled_at(struct modelled *m, u32 thread, u32 site);
/* Sorts the rows in the order of places: object, address, thread, length and flags. */
void modelled_sort(struct modelled *m, const struct sites *sites);
void modelled_deinit(struct modelled *m);

#endif
