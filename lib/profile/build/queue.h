/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What is to be added to places waits here for a few others, while the processor fetches the memory
 * that it needs: most of the time goes into that, because a program's instructions come in the
 * order of its traces, not of their addresses.
 */
#ifndef PMC_LIB_PROFILE_QUEUE_H
#define PMC_LIB_PROFILE_QUEUE_H

#include "lib/profile/build/places.h"

#define QUEUE_SIZE 32u /* a power of two */

struct queued {
	u64 address, executions, taken;
	u32 object, thread;
	u8 length, flags;
	bool other; /* its page is not that of the one before */
	const struct page *page;
};
/* All zero: empty. */
struct queue {
	struct queued all[QUEUE_SIZE];
	u32 in, out; /* how many came and went */
};

/* Both: 0, or -ENOMEM if something could not be added. */
int queue_add(struct queue *queue, struct places *places, const struct queued *one);
/* Adds what waits. */
int queue_flush(struct queue *queue, struct places *places);

#endif
