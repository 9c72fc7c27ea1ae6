/* SPDX-License-Identifier: BSD-2-Clause */
/* Frames have numbers; a node is found in a hash table by the node above it and its frame. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/vector.h"
#include "lib/profile/build/stacks.h"
#include "lib/profile/build/stacks_order.h"

static bool same_frame(const struct pmc_frame *x, const struct pmc_frame *y)
{
	if (x->address != y->address || x->object != y->object)
		return false;
	return x->name == y->name || (x->name && y->name && !strcmp(x->name, y->name));
}

s64 stacks_frame(struct stacks *stacks, const struct pmc_frame *frame)
{
	struct stacktree *t = &stacks->tree;
	u64 name = frame->name ? table_mix_bytes(stacks->seed, frame->name, strlen(frame->name)) :
				 0;
	u64 hash = table_mix(stacks->seed, frame->address, frame->object ^ name << 24);
	struct table_probe probe;

	for (probe = table_probe(hash); table_next(&stacks->frame_table, &probe);)
		if (same_frame(&t->frame[probe.index], frame))
			return probe.index;
	if (t->n_frames >= UINT32_MAX - 1 ||
	    vector_reserve(&t->frame, &t->frame_room, t->n_frames + 1, sizeof(*t->frame)) ||
	    table_add(&stacks->frame_table, hash, (u32)t->n_frames))
		return -ENOMEM;
	t->frame[t->n_frames] = *frame;
	return (s64)t->n_frames++;
}

s64 stacks_node(struct stacks *stacks, unsigned thread, u32 above, u32 frame)
{
	struct stacktree *t = &stacks->tree;
	u64 hash = table_mix(stacks->seed, (u64)above << 32 | frame, thread);
	struct table_probe probe;

	for (probe = table_probe(hash); table_next(&stacks->table, &probe);) {
		const struct stack_node *node = &t->node[probe.index];

		if (node->above == above && node->frame == frame && node->thread == thread)
			return probe.index;
	}
	if (t->n >= UINT32_MAX - 1 ||
	    vector_reserve(&t->node, &t->room, t->n + 1, sizeof(*t->node)) ||
	    table_add(&stacks->table, hash, (u32)t->n))
		return -ENOMEM;
	t->node[t->n] = (struct stack_node){ .above = above, .frame = frame, .thread = thread };
	return (s64)t->n++;
}

u64 *stacks_counts(struct stacks *stacks, u32 node)
{
	struct stacktree *t = &stacks->tree;
	struct stack_node *at = &t->node[node];
	size_t n = t->n_stacks + 1;

	if (!at->row) {
		if (n >= UINT32_MAX || vector_reserve(&t->counts, &t->counts_room, n * t->n_events,
						      sizeof(*t->counts)))
			return NULL;
		memset(t->counts + t->n_stacks * t->n_events, 0, t->n_events * sizeof(u64));
		at->row = (u32)n;
		t->n_stacks = n;
	}
	return t->counts + (at->row - 1ull) * t->n_events;
}

int stacks_add(struct stacks *stacks, unsigned thread, const struct pmc_frame *frames, size_t n,
	       unsigned event, u64 count)
{
	s64 node = STACK_NONE, frame;
	u64 *counts;

	if (!n)
		return 0;
	while (n--) {
		frame = stacks_frame(stacks, &frames[n]);
		node = frame < 0 ? frame : stacks_node(stacks, thread, (u32)node, (u32)frame);
		if (node < 0)
			return -ENOMEM;
	}
	counts = stacks_counts(stacks, (u32)node);
	if (!counts)
		return -ENOMEM;
	counts[event] += count;
	return 0;
}

int stacks_finish(struct stacks *stacks, struct stacktree *tree, size_t n_threads)
{
	int err = 0;

	if (stacks->tree.n)
		err = stacks_order(&stacks->tree, n_threads);
	if (err)
		return err;
	*tree = stacks->tree;
	stacks->tree = (struct stacktree){ 0 };
	return 0;
}

void stacks_deinit(struct stacks *stacks)
{
	stacktree_deinit(&stacks->tree);
	table_deinit(&stacks->table);
	table_deinit(&stacks->frame_table);
}
