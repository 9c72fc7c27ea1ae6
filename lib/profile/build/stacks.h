/* SPDX-License-Identifier: BSD-2-Clause */
/* Call chains while a profile is built. Each frame and each chain is kept once. */
#ifndef PMC_LIB_PROFILE_STACKS_H
#define PMC_LIB_PROFILE_STACKS_H

#include "lib/profile/build/table.h"
#include "lib/profile/model/model.h"

struct chain;
/* All zero but for the seed and the number of events: without stacks. */
struct stacks {
	u64 seed;
	size_t n_events;
	struct chain *all;
	size_t n, room;
	u32 *ids; /* the frames of all chains, the innermost of each first */
	size_t n_ids, ids_room;
	u64 *counts; /* n_events for each chain */
	size_t counts_room;
	struct pmc_frame *frames;
	size_t n_frames, frames_room;
	u32 *scratch;
	size_t scratch_room;
	struct table table, frame_table;
};

/* Adds to the count of an event in a chain. Names must stay; equal ones must be one. 0 or -ENOMEM.
 */
int stacks_add(struct stacks *stacks, unsigned thread, const struct pmc_frame *frames, size_t n,
	       unsigned event, u64 count);
/* Sorts them and gives them to the profile. 0 or -ENOMEM. */
int stacks_finish(struct stacks *stacks, struct pmc_profile *p);
void stacks_deinit(struct stacks *stacks);

#endif
