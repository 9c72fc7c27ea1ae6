/* SPDX-License-Identifier: BSD-2-Clause */
/* Frames have numbers; a chain is an array of these, found in a hash table. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/vector.h"
#include "lib/profile/build/stacks.h"

struct chain {
	size_t first; /* in ids */
	u32 n, thread;
};

/* The number of a frame, or -ENOMEM. */
static s64 frame_id(struct stacks *stacks, const struct pmc_frame *frame)
{
	u64 hash = table_mix(stacks->seed, frame->address,
			     frame->object ^ (u64)(uintptr_t)frame->name << 24);
	struct table_probe probe;
	const struct pmc_frame *other;

	for (probe = table_probe(hash); table_next(&stacks->frame_table, &probe);) {
		other = &stacks->frames[probe.index];
		if (other->address == frame->address && other->object == frame->object &&
		    other->name == frame->name)
			return probe.index;
	}
	if (stacks->n_frames >= UINT32_MAX - 1 ||
	    vector_reserve(&stacks->frames, &stacks->frames_room, stacks->n_frames + 1,
			   sizeof(*stacks->frames)) ||
	    table_add(&stacks->frame_table, hash, (u32)stacks->n_frames))
		return -ENOMEM;
	stacks->frames[stacks->n_frames] = *frame;
	return (s64)stacks->n_frames++;
}

/* Adds the chain in scratch. 0 or -ENOMEM. */
static int add_chain(struct stacks *stacks, u64 hash, unsigned thread, size_t n)
{
	size_t counts = (stacks->n + 1) * stacks->n_events;

	if (stacks->n >= UINT32_MAX - 1 || n > UINT32_MAX ||
	    vector_reserve(&stacks->all, &stacks->room, stacks->n + 1, sizeof(*stacks->all)) ||
	    vector_reserve(&stacks->ids, &stacks->ids_room, stacks->n_ids + n,
			   sizeof(*stacks->ids)) ||
	    vector_reserve(&stacks->counts, &stacks->counts_room, counts, sizeof(u64)) ||
	    table_add(&stacks->table, hash, (u32)stacks->n))
		return -ENOMEM;
	memcpy(stacks->ids + stacks->n_ids, stacks->scratch, n * sizeof(*stacks->ids));
	memset(stacks->counts + stacks->n * stacks->n_events, 0, stacks->n_events * sizeof(u64));
	stacks->all[stacks->n++] = (struct chain){ stacks->n_ids, (u32)n, thread };
	stacks->n_ids += n;
	return 0;
}

/* The number of the chain in scratch, or -ENOMEM. */
static s64 find_chain(struct stacks *stacks, unsigned thread, size_t n)
{
	u64 hash = table_mix_bytes(stacks->seed + thread, stacks->scratch,
				   n * sizeof(*stacks->scratch));
	struct table_probe probe;
	const struct chain *chain;

	for (probe = table_probe(hash); table_next(&stacks->table, &probe);) {
		chain = &stacks->all[probe.index];
		if (chain->thread == thread && chain->n == n &&
		    !memcmp(stacks->ids + chain->first, stacks->scratch,
			    n * sizeof(*stacks->scratch)))
			return probe.index;
	}
	return add_chain(stacks, hash, thread, n) ? -ENOMEM : (s64)stacks->n - 1;
}

int stacks_add(struct stacks *stacks, unsigned thread, const struct pmc_frame *frames, size_t n,
	       unsigned event, u64 count)
{
	size_t i;
	s64 id;

	if (!n)
		return 0;
	if (vector_reserve(&stacks->scratch, &stacks->scratch_room, n, sizeof(*stacks->scratch)))
		return -ENOMEM;
	for (i = 0; i < n; i++) {
		id = frame_id(stacks, &frames[i]);
		if (id < 0)
			return (int)id;
		stacks->scratch[i] = (u32)id;
	}
	id = find_chain(stacks, thread, n);
	if (id < 0)
		return (int)id;
	stacks->counts[(size_t)id * stacks->n_events + event] += count;
	return 0;
}

/* ---- In order ---- */

#define ORDER(field)              \
	if (x->field != y->field) \
	return x->field < y->field ? -1 : 1

static int compare_frames(const struct pmc_frame *x, const struct pmc_frame *y)
{
	ORDER(object);
	ORDER(address);
	if (x->name == y->name)
		return 0;
	return !x->name ? -1 : !y->name ? 1 : strcmp(x->name, y->name);
}

static int compare_stacks(const void *a, const void *b)
{
	const struct pmc_stack *x = a, *y = b;
	size_t i;
	int order;

	ORDER(thread);
	for (i = 1; i <= x->n && i <= y->n; i++) {
		order = compare_frames(&x->frames[x->n - i], &y->frames[y->n - i]);
		if (order)
			return order;
	}
	ORDER(n);
	return 0;
}

int stacks_finish(struct stacks *stacks, struct pmc_profile *p)
{
	struct pmc_frame *frames = arena_alloc(&p->arena, stacks->n_ids * sizeof(*frames));
	u64 *counts = arena_alloc(&p->arena, stacks->n * stacks->n_events * sizeof(*counts));
	size_t i;

	p->stacks = arena_alloc(&p->arena, stacks->n * sizeof(*p->stacks));
	if (!frames || !counts || !p->stacks)
		return -ENOMEM;
	for (i = 0; i < stacks->n_ids; i++)
		frames[i] = stacks->frames[stacks->ids[i]];
	if (stacks->n)
		memcpy(counts, stacks->counts, stacks->n * stacks->n_events * sizeof(*counts));
	for (i = 0; i < stacks->n; i++)
		p->stacks[i] = (struct pmc_stack){ .thread = stacks->all[i].thread,
						   .frames = frames + stacks->all[i].first,
						   .n = stacks->all[i].n,
						   .counts = counts + i * stacks->n_events };
	p->n_stacks = stacks->n;
	qsort(p->stacks, p->n_stacks, sizeof(*p->stacks), compare_stacks);
	return 0;
}

void stacks_deinit(struct stacks *stacks)
{
	free(stacks->all);
	free(stacks->ids);
	free(stacks->counts);
	free(stacks->frames);
	free(stacks->scratch);
	table_deinit(&stacks->table);
	table_deinit(&stacks->frame_table);
}
