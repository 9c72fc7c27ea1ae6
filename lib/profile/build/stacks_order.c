/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Frames are sorted by what they are, nodes by their frames' ranks; in that order each is put into
 * the list of its caller, or of its thread. A walk over the lists numbers all of them anew.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/profile/build/stacks_order.h"
#include "lib/profile/model/stacktree.h"

struct ordering {
	const struct stacktree *from;
	struct stacktree to;
	u32 *rank;	   /* of each frame */
	u32 *number;	   /* of each frame in the new order, plus 1 */
	u32 *by_rank;	   /* the nodes */
	bool *used;	   /* whether a chain goes by the node */
	u32 *first, *next; /* the first node of a list, and the one behind each */
};

#define ORDER(field)              \
	if (x->field != y->field) \
	return x->field < y->field ? -1 : 1

static int compare_frames(const void *a, const void *b, void *frames)
{
	const struct pmc_frame *x = (struct pmc_frame *)frames + *(const u32 *)a;
	const struct pmc_frame *y = (struct pmc_frame *)frames + *(const u32 *)b;

	ORDER(object);
	ORDER(address);
	if (x->name == y->name)
		return 0;
	return !x->name ? -1 : !y->name ? 1 : strcmp(x->name, y->name);
}

/* `number` serves as the list of frames. */
static void rank_frames(struct ordering *o)
{
	u32 i;

	for (i = 0; i < o->from->n_frames; i++)
		o->number[i] = i;
	qsort_r(o->number, o->from->n_frames, sizeof(*o->number), compare_frames, o->from->frame);
	for (i = 0; i < o->from->n_frames; i++)
		o->rank[o->number[i]] = i;
	memset(o->number, 0, o->from->n_frames * sizeof(*o->number));
}

/* Sorts the nodes by counting. `first` serves to say where the next one of a rank goes. */
static void sort_nodes(struct ordering *o)
{
	const struct stack_node *node = o->from->node;
	u32 *at = o->first, i;

	memset(at, 0, (o->from->n_frames + 1) * sizeof(*at));
	for (i = 0; i < o->from->n; i++)
		at[o->rank[node[i].frame] + 1]++;
	for (i = 1; i <= o->from->n_frames; i++)
		at[i] += at[i - 1];
	for (i = 0; i < o->from->n; i++)
		o->by_rank[at[o->rank[node[i].frame]]++] = i;
}

static void find_used(struct ordering *o)
{
	const struct stack_node *node = o->from->node;
	size_t i;

	for (i = o->from->n; i--;) {
		o->used[i] |= node[i].row != 0;
		if (o->used[i] && node[i].above != STACK_NONE)
			o->used[node[i].above] = true;
	}
}

/* The lists of nodes come first, then those of threads, for nodes that nobody has called. */
static void make_lists(struct ordering *o, size_t n_threads)
{
	size_t n = o->from->n, i;

	memset(o->first, 0xff, (n + n_threads) * sizeof(*o->first));
	for (i = n; i--;) {
		u32 number = o->by_rank[i];
		const struct stack_node *node = &o->from->node[number];
		u32 *first = &o->first[node->above == STACK_NONE ? n + node->thread : node->above];

		if (!o->used[number])
			continue;
		o->next[number] = *first;
		*first = number;
	}
}

static u32 frame_of(struct ordering *o, u32 frame)
{
	struct stacktree *to = &o->to;

	if (!o->number[frame]) {
		to->frame[to->n_frames++] = o->from->frame[frame];
		o->number[frame] = (u32)to->n_frames;
	}
	return o->number[frame] - 1;
}

/* Gives a node its new number, which by_rank keeps, no longer needed, for those below. */
static void give(struct ordering *o, u32 number)
{
	const struct stack_node *node = &o->from->node[number];
	struct stacktree *to = &o->to;
	u32 above = node->above == STACK_NONE ? STACK_NONE : o->by_rank[node->above];

	o->by_rank[number] = (u32)to->n;
	to->node[to->n] = (struct stack_node){ .above = above,
					       .frame = frame_of(o, node->frame),
					       .thread = node->thread };
	if (node->row) {
		memcpy(to->counts + to->n_stacks * to->n_events,
		       o->from->counts + (node->row - 1ull) * to->n_events,
		       to->n_events * sizeof(*to->counts));
		to->end[to->n_stacks++] = (u32)to->n;
		to->node[to->n].row = (u32)to->n_stacks;
	}
	to->n++;
}

/* Below a node first, then beside it, then beside those above it. */
static void walk(struct ordering *o, u32 number)
{
	while (number != STACK_NONE) {
		give(o, number);
		if (o->first[number] != STACK_NONE) {
			number = o->first[number];
			continue;
		}
		while (number != STACK_NONE && o->next[number] == STACK_NONE)
			number = o->from->node[number].above;
		if (number != STACK_NONE)
			number = o->next[number];
	}
}

static int prepare(struct ordering *o, size_t n_threads)
{
	const struct stacktree *from = o->from;
	size_t lists = from->n + n_threads;

	lists = lists > from->n_frames ? lists : from->n_frames;
	o->to = (struct stacktree){ .functions = from->functions,
				    .first_event = from->first_event,
				    .n_events = from->n_events };
	o->rank = malloc((from->n_frames + 1) * sizeof(*o->rank));
	o->number = malloc((from->n_frames + 1) * sizeof(*o->number));
	o->by_rank = malloc((from->n + 1) * sizeof(*o->by_rank));
	o->used = calloc(from->n + 1, sizeof(*o->used));
	o->first = malloc((lists + 2) * sizeof(*o->first));
	o->next = malloc((from->n + 1) * sizeof(*o->next));
	o->to.frame = malloc((from->n_frames + 1) * sizeof(*o->to.frame));
	o->to.node = malloc((from->n + 1) * sizeof(*o->to.node));
	o->to.end = malloc((from->n_stacks + 1) * sizeof(*o->to.end));
	o->to.counts = malloc((from->n_stacks * from->n_events + 1) * sizeof(*o->to.counts));
	if (!o->rank || !o->number || !o->by_rank || !o->used || !o->first || !o->next ||
	    !o->to.frame || !o->to.node || !o->to.end || !o->to.counts)
		return -ENOMEM;
	return 0;
}

int stacks_order(struct stacktree *tree, size_t n_threads)
{
	struct ordering o = { .from = tree };
	int err = prepare(&o, n_threads);
	size_t i;

	if (!err) {
		rank_frames(&o);
		sort_nodes(&o);
		find_used(&o);
		make_lists(&o, n_threads);
		for (i = 0; i < n_threads; i++)
			walk(&o, o.first[tree->n + i]);
		stacktree_deinit(tree);
		*tree = o.to;
	} else {
		stacktree_deinit(&o.to);
	}
	free(o.rank);
	free(o.number);
	free(o.by_rank);
	free(o.used);
	free(o.first);
	free(o.next);
	return err;
}
