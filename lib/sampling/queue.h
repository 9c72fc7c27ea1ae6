/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Records of several rings, put in the order of time.
 *
 * Rings are emptied in rounds. A record is given out when nothing can come before it any more: in a
 * round, whatever is not newer than the newest record of a round that ended QUEUE_DELAY ago. For a
 * record gets its time before it appears in its ring, and while it is written its CPU takes no
 * interrupt, which lasts microseconds.
 */
#ifndef PMC_LIB_SAMPLING_QUEUE_H
#define PMC_LIB_SAMPLING_QUEUE_H

#include <pmc/profile.h>

#include "core/base/types.h"

struct queued;

#define QUEUE_DELAY 10000000u /* nanoseconds */

/* All zero: an empty queue. */
struct queue {
	struct queued *entry;
	size_t first, n, room; /* those before first were given out */
	u64 number;	       /* of the next record: those of one time stay in their order */
	u64 newest;	       /* record so far */
	u64 before, before_at; /* the newest one when an earlier round ended, and when that was */
	u64 limit;	       /* what is not newer can be given out */
	bool sorted, failed;   /* failed: there was no memory for a record */
	struct pmc_record *given;
};

/* Adds a copy of a record, with what it points to. */
void queue_add(struct queue *queue, const struct pmc_record *record);
/* All rings were emptied once, at `now`; `last`: nothing will come any more. */
void queue_end_round(struct queue *queue, u64 now, bool last);
/* The next record, which lives until the next call; NULL: none can be given out yet. */
const struct pmc_record *queue_next(struct queue *queue);
void queue_deinit(struct queue *queue);

#endif
