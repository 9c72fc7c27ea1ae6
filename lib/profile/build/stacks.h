/* SPDX-License-Identifier: BSD-2-Clause */
/* Call chains while a profile is built. Each frame is kept once, and so is what chains begin with.
 */
#ifndef PMC_LIB_PROFILE_STACKS_H
#define PMC_LIB_PROFILE_STACKS_H

#include "lib/profile/build/table.h"
#include "lib/profile/model/stacktree.h"

/* A frame of a chain that waits for its node. */
struct stack_step {
	struct pmc_frame frame;
	u64 hash;  /* of the frames from the outermost one to this one */
	u32 above; /* the step of the caller; STACK_NONE: nobody called it */
	u32 node;  /* when it is known */
	u32 thread;
};
/* A chain that waits to be counted. */
struct stack_count {
	u64 n;
	u32 step; /* its innermost frame */
	unsigned event;
};

/*
 * All zero but for the seed and the events of the tree: without stacks. Nodes stand in the order in
 * which they came: callers before those that they call.
 *
 * Chains wait until there are some hundred frames, whose nodes are fetched from memory at once. Of
 * a chain only those frames wait which the chain before does not begin with.
 */
struct stacks {
	u64 seed;
	struct stacktree tree;
	struct table table, frame_table;
	struct stack_step *step;
	struct stack_count *count;
	u32 *path; /* the steps of the last chain, the outermost first */
	size_t n_steps, n_counts, depth, step_room, count_room, path_room;
	size_t n_kept; /* so many steps, the first ones, have their nodes */
	unsigned last_thread;
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
