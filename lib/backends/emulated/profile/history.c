/* SPDX-License-Identifier: BSD-2-Clause */
/* See history.h. */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "lib/backends/emulated/profile/history.h"
#include "lib/base/vector.h"
#include "lib/profile/build/builder.h"
#include "lib/profile/build/reorder.h"

void history_begin(struct history *h, u64 serial)
{
	if (vector_reserve(&h->tree, &h->max_trees, h->n_trees + 1, sizeof(*h->tree))) {
		h->failed = true;
		return;
	}
	h->tree[h->n_trees++] = (struct history_tree){ serial, h->n_events, h->n_events };
}

void history_add(struct history *h, enum history_kind kind, unsigned index, const char *name)
{
	struct history_event e = { .kind = (u8)kind, .index = index }, *event;
	struct history_tree *t;
	size_t back;

	if (h->failed)
		return;
	t = &h->tree[h->n_trees - 1];
	if (name)
		memcpy(e.name, name, sizeof(e.name));
	if (h->n[kind] <= index)
		h->n[kind] = index + 1;
	/* Mostly it is what was in use just before. */
	for (back = 1; back <= 2 && back <= t->end - t->first; back++) {
		event = &h->event[h->n_events - back];
		if (event->kind == kind && event->index == index &&
		    !memcmp(event->name, e.name, sizeof(e.name)))
			return;
	}
	if (vector_reserve(&h->event, &h->max_events, h->n_events + 1, sizeof(*h->event))) {
		h->failed = true;
		return;
	}
	h->event[h->n_events++] = e;
	t->end = h->n_events;
}

static int compare(const void *a, const void *b)
{
	const struct history_tree *x = a, *y = b;

	return x->serial < y->serial ? -1 : x->serial > y->serial;
}

static void give_name(struct builder *b, const struct history_event *e)
{
	char name[sizeof(e->name) + 1] = { 0 };

	memcpy(name, e->name, sizeof(e->name));
	if (!name[0])
		return;
	if (e->kind == HISTORY_PROCESS)
		builder_process_comm(b, e->index, name);
	else if (e->kind == HISTORY_THREAD)
		builder_thread_comm(b, e->index, name);
}

int history_apply(struct history *h, struct builder *b)
{
	unsigned *order[HISTORY_KINDS] = { 0 }, n[HISTORY_KINDS] = { 0 }, kind;
	int err = h->failed ? -ENOMEM : 0;
	size_t i, k;

	for (kind = 0; kind < HISTORY_KINDS && !err; kind++) {
		order[kind] = malloc((h->n[kind] + 1) * sizeof(*order[kind]));
		if (order[kind])
			memset(order[kind], 0xff, (h->n[kind] + 1) * sizeof(*order[kind]));
		else
			err = -ENOMEM;
	}
	if (h->n_trees)
		qsort(h->tree, h->n_trees, sizeof(*h->tree), compare);
	for (i = 0; i < h->n_trees && !err; i++)
		for (k = h->tree[i].first; k < h->tree[i].end; k++) {
			const struct history_event *e = &h->event[k];

			give_name(b, e);
			if (order[e->kind][e->index] == UINT_MAX)
				order[e->kind][e->index] = n[e->kind]++;
		}
	if (!err)
		err = builder_reorder(b, &(struct builder_order){
						 .object = order[HISTORY_OBJECT],
						 .process = order[HISTORY_PROCESS],
						 .thread = order[HISTORY_THREAD],
						 .n_objects = h->n[HISTORY_OBJECT],
						 .n_processes = h->n[HISTORY_PROCESS],
						 .n_threads = h->n[HISTORY_THREAD],
					 });
	for (kind = 0; kind < HISTORY_KINDS; kind++)
		free(order[kind]);
	return err;
}

void history_deinit(struct history *h)
{
	free(h->event);
	free(h->tree);
}
