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

static s64 add_node(struct stacks *stacks, u64 hash, unsigned thread, u32 above, u32 frame)
{
	struct stacktree *t = &stacks->tree;

	if (t->n >= UINT32_MAX - 1 ||
	    vector_reserve(&t->node, &t->room, t->n + 1, sizeof(*t->node)) ||
	    table_add(&stacks->table, hash, (u32)t->n))
		return -ENOMEM;
	t->node[t->n] = (struct stack_node){ .above = above, .frame = frame, .thread = thread };
	return (s64)t->n++;
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
	return add_node(stacks, hash, thread, above, frame);
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

/* ---- Chains that wait ---- */

/* So many chains or frames wait at most, but for what the last chain has. */
#define CHAINS_WAITING 256u
#define STEPS_WAITING  1024u

static u64 hash_step(u64 above, const struct pmc_frame *frame)
{
	u64 name = frame->name ? table_mix_bytes(above, frame->name, strlen(frame->name)) : 0;

	return table_mix(above, frame->address, frame->object ^ name << 24);
}

/* Asks for the nodes that the steps may have, then for the frames of these. */
static void fetch(const struct stacks *stacks, size_t first)
{
	const struct stacktree *t = &stacks->tree;
	struct table_probe probe;
	size_t i;

	for (i = first; i < stacks->n_steps; i++) {
		probe = table_probe(stacks->step[i].hash);
		stacks->step[i].node = table_next(&stacks->table, &probe) ? probe.index :
									    STACK_NONE;
		if (stacks->step[i].node != STACK_NONE)
			__builtin_prefetch(&t->node[stacks->step[i].node]);
	}
	for (i = first; i < stacks->n_steps; i++) {
		const struct stack_node *node;

		if (stacks->step[i].node == STACK_NONE)
			continue;
		node = &t->node[stacks->step[i].node];
		__builtin_prefetch(&t->frame[node->frame]);
		if (node->row)
			__builtin_prefetch(&t->counts[(node->row - 1ull) * t->n_events]);
	}
}

/* The node of a step whose caller's is known. -ENOMEM. */
static s64 find_step(struct stacks *stacks, const struct stack_step *step)
{
	u32 above = step->above == STACK_NONE ? STACK_NONE : stacks->step[step->above].node;
	struct stacktree *t = &stacks->tree;
	struct table_probe probe;
	s64 frame;

	for (probe = table_probe(step->hash); table_next(&stacks->table, &probe);) {
		const struct stack_node *node = &t->node[probe.index];

		if (node->above == above && node->thread == step->thread &&
		    same_frame(&t->frame[node->frame], &step->frame))
			return probe.index;
	}
	frame = stacks_frame(stacks, &step->frame);
	return frame < 0 ? frame : add_node(stacks, step->hash, step->thread, above, (u32)frame);
}

/* Keeps the steps of the last chain, which the next one may begin with. */
static void keep_path(struct stacks *stacks)
{
	size_t i;

	/* A caller's step is before that of whom it calls, so each moves down, if it moves. */
	for (i = 0; i < stacks->depth; i++) {
		if (stacks->path[i] == i)
			continue;
		stacks->step[i] = stacks->step[stacks->path[i]];
		stacks->step[i].above = i ? (u32)i - 1 : STACK_NONE;
		stacks->path[i] = (u32)i;
	}
	stacks->n_steps = stacks->n_kept = stacks->depth;
	stacks->n_counts = 0;
}

/* Counts the chains that wait. */
static int flush(struct stacks *stacks)
{
	size_t i;
	u64 *counts;
	s64 node;

	fetch(stacks, stacks->n_kept);
	for (i = stacks->n_kept; i < stacks->n_steps; i++) {
		node = find_step(stacks, &stacks->step[i]);
		if (node < 0)
			return -ENOMEM;
		stacks->step[i].node = (u32)node;
	}
	for (i = 0; i < stacks->n_counts; i++) {
		counts = stacks_counts(stacks, stacks->step[stacks->count[i].step].node);
		if (!counts)
			return -ENOMEM;
		counts[stacks->count[i].event] += stacks->count[i].n;
	}
	keep_path(stacks);
	return 0;
}

/* With how many frames both the last chain and this one begin. */
static size_t common(const struct stacks *stacks, unsigned thread, const struct pmc_frame *frames,
		     size_t n)
{
	size_t depth = stacks->depth < n ? stacks->depth : n, i;

	if (thread != stacks->last_thread)
		return 0;
	for (i = 0; i < depth; i++) {
		const struct pmc_frame *x = &stacks->step[stacks->path[i]].frame;
		const struct pmc_frame *y = &frames[n - 1 - i];

		if (x->address != y->address || x->object != y->object || x->name != y->name)
			break;
	}
	return i;
}

static int reserve(struct stacks *stacks, size_t n)
{
	if (vector_reserve(&stacks->step, &stacks->step_room, stacks->n_steps + n,
			   sizeof(*stacks->step)) ||
	    vector_reserve(&stacks->count, &stacks->count_room, stacks->n_counts + 1,
			   sizeof(*stacks->count)) ||
	    vector_reserve(&stacks->path, &stacks->path_room, n, sizeof(*stacks->path)))
		return -ENOMEM;
	return 0;
}

int stacks_add(struct stacks *stacks, unsigned thread, const struct pmc_frame *frames, size_t n,
	       unsigned event, u64 count)
{
	size_t i = common(stacks, thread, frames, n);
	u64 hash;

	if (!n)
		return 0;
	if (reserve(stacks, n))
		return -ENOMEM;
	hash = i ? stacks->step[stacks->path[i - 1]].hash : table_mix(stacks->seed, thread, 0);
	for (; i < n; i++) {
		hash = hash_step(hash, &frames[n - 1 - i]);
		table_fetch(&stacks->table, hash);
		stacks->step[stacks->n_steps] = (struct stack_step){
			.frame = frames[n - 1 - i],
			.hash = hash,
			.above = i ? stacks->path[i - 1] : STACK_NONE,
			.thread = thread,
		};
		stacks->path[i] = (u32)stacks->n_steps++;
	}
	stacks->depth = n;
	stacks->last_thread = thread;
	stacks->count[stacks->n_counts++] =
		(struct stack_count){ .n = count, .step = stacks->path[n - 1], .event = event };
	if (stacks->n_counts < CHAINS_WAITING && stacks->n_steps - stacks->n_kept < STEPS_WAITING)
		return 0;
	return flush(stacks);
}

int stacks_finish(struct stacks *stacks, struct stacktree *tree, size_t n_threads)
{
	int err = flush(stacks);

	if (!err && stacks->tree.n)
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
	free(stacks->step);
	free(stacks->count);
	free(stacks->path);
}
