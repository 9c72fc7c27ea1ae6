/* SPDX-License-Identifier: BSD-2-Clause */
/* See stacktree.h. */
#include <stdlib.h>
#include <string.h>

#include "lib/profile/model/stacktree.h"

void stacktree_deinit(struct stacktree *tree)
{
	free(tree->frame);
	free(tree->node);
	free(tree->end);
	free(tree->counts);
	free(tree->made);
}

size_t stacktree_frames(const struct stacktree *tree, u32 node, struct pmc_frame *frames,
			size_t room)
{
	size_t n = 0;

	for (; node != STACK_NONE; node = tree->node[node].above, n++) {
		if (n >= room)
			continue;
		frames[n] = tree->frame[tree->node[node].frame];
		frames[n].address += n && tree->functions;
	}
	return n;
}

void stacktree_counts(const struct stacktree *tree, u32 node, u64 *counts, size_t n)
{
	const u64 *row = tree->counts + (tree->node[node].row - 1ull) * tree->n_events;

	memset(counts, 0, n * sizeof(*counts));
	memcpy(counts + tree->first_event, row, tree->n_events * sizeof(*row));
}
