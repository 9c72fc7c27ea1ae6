/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The counts of a profile that is not derived, while it is built: a row for each thread, object and
 * address. Samples come in no order and a large profile is in no cache, so counts wait until there
 * are some dozens, whose rows are fetched from memory at once.
 */
#ifndef PMC_LIB_PROFILE_ROWS_H
#define PMC_LIB_PROFILE_ROWS_H

#include "lib/profile/build/table.h"

#define ROWS_WAITING 64u

struct row_count {
	u64 address, hash, n;
	u32 object, thread, event;
};
/* All zero but for the seed: without rows. */
struct rows {
	u64 seed;
	u64 *all; /* as a profile has them, but in no order */
	size_t n, room, n_events;
	struct table table;
	struct row_count waiting[ROWS_WAITING];
	unsigned n_waiting;
};

/* Adds to the count of an event, whose number is below n_events. 0 or -ENOMEM. */
int rows_count(struct rows *rows, unsigned thread, unsigned object, u64 address, unsigned event,
	       u64 n);
/*
 * The rows that have counts, in the order of objects, addresses and threads, for free(3), as a
 * profile has them (`counted` in lib/profile/model/model.h). Frees what else there is. 0 or
 * -ENOMEM.
 */
int rows_finish(struct rows *rows, u64 **counted, size_t *n);
void rows_deinit(struct rows *rows);

#endif
