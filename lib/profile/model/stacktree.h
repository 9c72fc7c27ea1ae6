/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * All call chains of a profile as one tree: a node is a frame that was reached by way of the nodes
 * above it, so what many chains begin with is there once. A chain ends at a node, whose number in
 * the order of nodes is the stack's. Nodes stand in the order of a walk: behind a node come those
 * below it, then the next one beside it. pmc/profile.h gives whole stacks, made as they are asked
 * for.
 */
#ifndef PMC_LIB_PROFILE_STACKTREE_H
#define PMC_LIB_PROFILE_STACKTREE_H

#include <pmc/profile.h>

#include "core/base/types.h"

#define STACK_NONE UINT32_MAX

/*
 * A chain has at most so many frames: no sample of perf has more, and a call tree has a thousand.
 * Without a limit all chains of a file could have as many frames as the square of its size.
 */
#define STACK_DEEPEST 8192u

struct stack_node {
	u32 above; /* index of the caller's node, which is smaller; STACK_NONE: nobody called it */
	u32 frame; /* number */
	u32 thread;
	u32 row; /* of the counts of the stack that ends here, plus 1; 0: none does */
};

/* All zero: a profile without call chains. */
struct stacktree {
	/* Frames are functions of a call tree, and a caller's address is one more than its frame's.
	 */
	bool functions;
	struct pmc_frame *frame;
	struct stack_node *node;
	u32 *end; /* of each stack: its node */
	/* A row for each stack, of n_events counts, those of the profile's from first_event on. */
	u64 *counts;
	size_t n_frames, n, n_stacks, first_event, n_events;
	size_t frame_room, room, end_room, counts_room; /* of vectors */
	struct pmc_stack **made;			/* those that were asked for, or NULL */
};

/* Frees all but the tree itself. */
void stacktree_deinit(struct stacktree *tree);
/* The frames of the chain that ends at a node, the innermost first. Returns how many there are, and
 * writes the first `room` of them. */
size_t stacktree_frames(const struct stacktree *tree, u32 node, struct pmc_frame *frames,
			size_t room);
/* The counts of a node's stack, one for each of the profile's n events. */
void stacktree_counts(const struct stacktree *tree, u32 node, u64 *counts, size_t n);

#endif
