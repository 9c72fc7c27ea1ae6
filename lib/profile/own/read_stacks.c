/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * See read_stacks.h. A node says how far its caller is above the node before it, so the caller
 * always stands before it, and there is no circle. r->found has room for nodes and frames.
 */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/vector.h"
#include "lib/profile/model/model.h"
#include "lib/profile/own/read_stacks.h"
#include "lib/profile/own/reader.h"

int read_frames(struct reader *r, struct cursor *in)
{
	struct stacktree *tree = &r->p->stacks;
	u64 n = cursor_varint(in), object;

	for (; n && !in->bad; n--) {
		struct pmc_frame *frame = &tree->frame[tree->n_frames];
		u8 named = cursor_byte(in);

		object = cursor_varint(in);
		frame->object = object ? cursor_index(in, object - 1, r->p->n_objects) : UINT_MAX;
		frame->address = cursor_varint(in);
		frame->name = named ? cursor_text(in) : NULL;
		if (named > 1 || (!named && !object))
			in->bad = true;
		tree->n_frames++;
	}
	return 0;
}

/* ---- Nodes ---- */

/* What holds for all sections of nodes. */
static void read_kind(struct reader *r, struct cursor *in)
{
	struct stacktree *tree = &r->p->stacks;
	u8 functions = cursor_byte(in);
	u64 first = cursor_varint(in), n = cursor_varint(in);

	if (functions > 1 || first > r->p->n_events || n > r->p->n_events - first)
		in->bad = true;
	if (tree->n &&
	    (functions != tree->functions || first != tree->first_event || n != tree->n_events))
		in->bad = true;
	if (in->bad)
		return;
	tree->functions = functions;
	tree->first_event = (size_t)first;
	tree->n_events = (size_t)n;
}

/* The stack that ends at the last node. */
static int read_row(struct stacktree *tree, struct cursor *in)
{
	u64 *counts;
	size_t k;

	if (vector_reserve(&tree->end, &tree->end_room, tree->n_stacks + 1, sizeof(*tree->end)) ||
	    vector_reserve(&tree->counts, &tree->counts_room,
			   (tree->n_stacks + 1) * tree->n_events + 1, sizeof(*tree->counts)))
		return -ENOMEM;
	counts = tree->counts + tree->n_stacks * tree->n_events;
	for (k = 0; k < tree->n_events; k++)
		counts[k] = cursor_varint(in);
	tree->end[tree->n_stacks++] = (u32)tree->n;
	tree->node[tree->n].row = (u32)tree->n_stacks;
	return 0;
}

/* Has the chain more frames than is possible? */
static bool is_deep(struct reader *r, struct cursor *in, u64 n)
{
	_Static_assert(STACK_DEEPEST == 8192, "the sentence has the number");
	if (n <= STACK_DEEPEST)
		return false;
	r->nonsense = "a call chain has more than 8192 frames";
	in->bad = true;
	return true;
}

int read_nodes(struct reader *r, struct cursor *in)
{
	struct stacktree *tree = &r->p->stacks;
	u32 thread = cursor_index(in, cursor_varint(in), r->p->n_threads), above = STACK_NONE;
	u64 n = cursor_varint(in), up;

	read_kind(r, in);
	if (in->bad)
		return 0;
	if (tree->n && tree->node[tree->n - 1].thread == thread)
		above = (u32)tree->n - 1;
	else
		r->depth = 0;
	for (; n && !in->bad; n--, above = (u32)tree->n++) {
		u64 first = cursor_varint(in);

		for (up = first >> 1; up && above != STACK_NONE; up--, r->depth--)
			above = tree->node[above].above;
		if (is_deep(r, in, ++r->depth))
			break;
		tree->node[tree->n] = (struct stack_node){
			.above = above,
			.frame = cursor_index(in, cursor_varint(in), tree->n_frames),
			.thread = thread,
		};
		if (up || tree->n >= STACK_NONE - 1)
			in->bad = true;
		if (first & 1 && read_row(tree, in))
			return -ENOMEM;
	}
	r->n_stacks = tree->n_stacks;
	return 0;
}

/* ---- Whole stacks ---- */

/* Adds the counts of one whose node was found. */
static int add_counts(struct reader *r, struct cursor *in, u32 node)
{
	u64 *counts = stacks_counts(&r->old, node);
	size_t k;

	for (k = 0; counts && k < r->p->n_events; k++)
		counts[k] += cursor_varint(in);
	return counts ? 0 : -ENOMEM;
}

/* The numbers of frames go from the innermost one outward. */
static int read_stack(struct reader *r, struct cursor *in)
{
	const struct stacktree *frames = &r->p->stacks;
	u32 thread = cursor_index(in, cursor_varint(in), r->p->n_threads);
	u64 n = cursor_varint(in), k;
	s64 node = STACK_NONE, frame;
	u32 *number;

	if (!n || n > (u64)(in->end - in->at))
		in->bad = true;
	if (in->bad || is_deep(r, in, n))
		return 0;
	if (vector_reserve(&r->chain, &r->chain_room, (size_t)n, sizeof(*r->chain)))
		return -ENOMEM;
	number = r->chain;
	for (k = 0; k < n; k++)
		number[k] = cursor_index(in, cursor_varint(in), frames->n_frames);
	if (in->bad)
		return 0;
	while (k--) {
		frame = stacks_frame(&r->old, &frames->frame[number[k]]);
		node = frame < 0 ? frame : stacks_node(&r->old, thread, (u32)node, (u32)frame);
		if (node < 0)
			return -ENOMEM;
	}
	return add_counts(r, in, (u32)node);
}

int read_stacks(struct reader *r, struct cursor *in)
{
	u64 n = cursor_varint(in);

	if (r->p->stacks.n)
		in->bad = true;
	r->old.seed = table_seed();
	r->old.tree.n_events = r->p->n_events;
	for (; n && !in->bad; n--) {
		if (read_stack(r, in))
			return -ENOMEM;
		r->n_stacks += !in->bad;
	}
	return 0;
}

int read_stacks_end(struct reader *r)
{
	stacktree_deinit(&r->p->stacks);
	r->p->stacks = (struct stacktree){ 0 };
	return stacks_finish(&r->old, &r->p->stacks, r->p->n_threads);
}
