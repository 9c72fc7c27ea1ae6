/* SPDX-License-Identifier: BSD-2-Clause */
/* Call chains while a profile is built. Each frame is kept once, and so is what chains begin with.
 */
#ifndef PMC_LIB_PROFILE_STACKS_H
#define PMC_LIB_PROFILE_STACKS_H

#include "lib/profile/build/table.h"
#include "lib/profile/model/stacktree.h"

/*
 * All zero but for the seed and the events of the tree: without stacks. Nodes stand in the order in
 * which they came: callers before those that they call.
 */
struct stacks {
	u64 seed;
	struct stacktree tree;
	struct table table, frame_table;
};

/* The number of a frame. Names must stay. -ENOMEM. */
s64 stacks_frame(struct stacks *stacks, const struct pmc_frame *frame);
/* The node of a frame below another one (STACK_NONE: below none). -ENOMEM. */
s64 stacks_node(struct stacks *stacks, unsigned thread, u32 above, u32 frame);
/* The counts of the chain that ends at a node; NULL: there is no memory. */
u64 *stacks_counts(struct stacks *stacks, u32 node);
/* Adds to the count of an event in a chain: its number among those of the tree. 0 or -ENOMEM. */
int stacks_add(struct stacks *stacks, unsigned thread, const struct pmc_frame *frames, size_t n,
	       unsigned event, u64 count);
/* Brings them into their order, and drops nodes that no chain goes by. 0 or -ENOMEM. */
int stacks_finish(struct stacks *stacks, struct stacktree *tree, size_t n_threads);
void stacks_deinit(struct stacks *stacks);

#endif
