/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Stacks as pmc/profile.h gives them. One that is asked for by its number is made and kept; a walk
 * has one at a time, in an array whose end is the outermost frame.
 */
#include <errno.h>
#include <pmc/profile.h>
#include <pthread.h>
#include <stdlib.h>

#include "lib/profile/model/model.h"

/* ---- By number ---- */

static struct pmc_stack *make(struct pmc_profile *p, u32 node)
{
	const struct stacktree *tree = &p->stacks;
	size_t n = stacktree_frames(tree, node, NULL, 0);
	struct pmc_stack *stack = arena_alloc(&p->arena, sizeof(*stack));
	struct pmc_frame *frames = arena_alloc(&p->arena, n * sizeof(*frames));
	u64 *counts = arena_alloc(&p->arena, p->n_events * sizeof(*counts));

	if (!stack || !frames || !counts)
		return NULL;
	stacktree_frames(tree, node, frames, n);
	stacktree_counts(tree, node, counts, p->n_events);
	*stack = (struct pmc_stack){
		.thread = tree->node[node].thread, .frames = frames, .n = n, .counts = counts
	};
	return stack;
}

static int find(struct pmc_profile *p, size_t i, struct pmc_stack *stack)
{
	struct stacktree *tree = &p->stacks;

	if (!tree->made)
		tree->made = calloc(tree->n_stacks, sizeof(struct pmc_stack *));
	if (tree->made && !tree->made[i])
		tree->made[i] = make(p, tree->end[i]);
	if (!tree->made || !tree->made[i])
		return -ENOMEM;
	*stack = *tree->made[i];
	return 0;
}

int pmc_profile_stack_at(const struct pmc_profile *p, size_t i, struct pmc_stack *stack)
{
	static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	int err;

	if (i >= p->stacks.n_stacks)
		return -ENOENT;
	pthread_mutex_lock(&lock);
	err = find((struct pmc_profile *)(uintptr_t)p, i, stack);
	pthread_mutex_unlock(&lock);
	return err;
}

/* ---- One after another ---- */

struct pmc_stack_walk {
	const struct pmc_profile *p;
	size_t next; /* node */
	u32 *path;   /* the nodes of the last chain, the outermost first */
	size_t depth, room;
	struct pmc_frame *frame; /* their frames, which end at `room` */
	u64 counts[PMC_PROFILE_EVENTS];
};

int pmc_stack_walk_create(const struct pmc_profile *p, struct pmc_stack_walk **walk)
{
	struct pmc_stack_walk *w = calloc(1, sizeof(*w));

	if (!w)
		return -ENOMEM;
	w->p = p;
	*walk = w;
	return 0;
}

void pmc_stack_walk_destroy(struct pmc_stack_walk *walk)
{
	if (!walk)
		return;
	free(walk->path);
	free(walk->frame);
	free(walk);
}

static int grow(struct pmc_stack_walk *w)
{
	size_t room = 2 * w->room + 64;
	struct pmc_frame *frame = malloc(room * sizeof(*frame));
	u32 *path = realloc(w->path, room * sizeof(*path));

	if (path)
		w->path = path;
	if (!path || !frame) {
		free(frame);
		return -ENOMEM;
	}
	if (w->depth)
		memcpy(frame + room - w->depth, w->frame + w->room - w->depth,
		       w->depth * sizeof(*frame));
	free(w->frame);
	w->frame = frame;
	w->room = room;
	return 0;
}

/* Goes to a node from the one before it in the order. 0 or -ENOMEM. */
static int go_to(struct pmc_stack_walk *w, u32 number)
{
	const struct stacktree *tree = &w->p->stacks;
	const struct stack_node *node = &tree->node[number];
	struct pmc_frame *at;

	while (w->depth && w->path[w->depth - 1] != node->above)
		w->depth--;
	if (w->depth == w->room && grow(w))
		return -ENOMEM;
	w->path[w->depth++] = number;
	at = &w->frame[w->room - w->depth];
	*at = tree->frame[node->frame];
	/* The one before is a caller now. */
	if (w->depth > 1 && tree->functions)
		at[1].address = tree->frame[tree->node[node->above].frame].address + 1;
	return 0;
}

int pmc_stack_walk_next(struct pmc_stack_walk *w, struct pmc_stack *stack, size_t *common)
{
	const struct stacktree *tree = &w->p->stacks;
	size_t last = w->depth, least = w->depth;

	for (; w->next < tree->n; w->next++) {
		if (go_to(w, (u32)w->next))
			return -ENOMEM;
		least = w->depth - 1 < least ? w->depth - 1 : least;
		if (tree->node[w->next].row)
			break;
	}
	if (w->next == tree->n)
		return -ENOENT;
	stacktree_counts(tree, (u32)w->next, w->counts, w->p->n_events);
	*stack = (struct pmc_stack){ .thread = tree->node[w->next++].thread,
				     .frames = w->frame + w->room - w->depth,
				     .n = w->depth,
				     .counts = w->counts };
	/* What was innermost has the address of its own instruction. */
	*common = least == last && least ? least - 1 : least;
	return 0;
}
