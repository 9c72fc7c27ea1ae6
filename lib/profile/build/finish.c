/* SPDX-License-Identifier: BSD-2-Clause */
/* Sorts, and drops what is empty or double. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/profile/build/collected.h"
#include "lib/profile/build/finish.h"
#include "lib/profile/build/give.h"
#include "lib/profile/model/order.h"

/* A copy of an array in the profile's arena. */
static void *keep(struct builder *b, const void *array, size_t n, size_t size)
{
	void *copy = arena_alloc(&b->profile->arena, n * size);

	if (copy && n)
		memcpy(copy, array, n * size);
	return copy;
}

/* ---- Places ---- */

static int finish_places(struct builder *b)
{
	struct pmc_profile *p = b->profile;
	int err = give_source(b);

	/* Nobody may ever ask for the arrays of a recording. */
	if (err || b->follow)
		return err;
	err = model_fill(p);
	if (err || p->derived)
		return err;
	/* The source has had edges alone. */
	free(p->places);
	p->places = NULL;
	return rows_finish(&b->rows, &p->counted, &p->n_places);
}

/* ---- Symbols and code ---- */

static int finish_symbols(struct builder *b)
{
	struct pmc_profile *p = b->profile;
	size_t i, n = 0;

	if (b->n_symbol)
		qsort(b->symbol, b->n_symbol, sizeof(*b->symbol), order_symbols);
	for (i = 0; i < b->n_symbol; i++)
		if (!n || order_symbols(&b->symbol[n - 1], &b->symbol[i]))
			b->symbol[n++] = b->symbol[i];
	p->symbols = keep(b, b->symbol, n, sizeof(*b->symbol));
	p->n_symbols = n;
	return p->symbols ? 0 : -ENOMEM;
}

static int compare_code(const void *a, const void *b)
{
	const struct code *x = a, *y = b;

	if (x->object != y->object)
		return x->object < y->object ? -1 : 1;
	if (x->address != y->address)
		return x->address < y->address ? -1 : 1;
	if (x->size != y->size)
		return x->size > y->size ? -1 : 1;
	return memcmp(x->bytes, y->bytes, x->size);
}

static int finish_code(struct builder *b)
{
	struct pmc_profile *p = b->profile;
	size_t i, n = 0;

	if (b->n_code)
		qsort(b->code, b->n_code, sizeof(*b->code), compare_code);
	for (i = 0; i < b->n_code; i++) {
		struct code *before = n ? &b->code[n - 1] : NULL, *at = &b->code[i];

		if (before && before->object == at->object) {
			if (before->address == at->address)
				continue;
			if (at->address - before->address < before->size)
				before->size = at->address - before->address;
		}
		b->code[n++] = *at;
	}
	p->code = keep(b, b->code, n, sizeof(*b->code));
	p->n_code = n;
	return p->code ? 0 : -ENOMEM;
}

static int finish_rest(struct builder *b)
{
	struct pmc_profile *p = b->profile;

	if (p->derived && model_add_modelled(p, b->event, b->n_event))
		return -ENOMEM;
	if (!p->derived) {
		p->events = keep(b, b->event, b->n_event, sizeof(*b->event));
		p->n_events = b->n_event;
	}
	p->objects = keep(b, b->object, b->n_object, sizeof(*b->object));
	p->processes = keep(b, b->process, b->n_process, sizeof(*b->process));
	p->threads = keep(b, b->thread, b->n_thread, sizeof(*b->thread));
	p->notes = keep(b, b->note, b->n_note, sizeof(*b->note));
	p->n_objects = b->n_object;
	p->n_processes = b->n_process;
	p->n_threads = b->n_thread;
	p->n_notes = b->n_note;
	if (!p->events || !p->objects || !p->processes || !p->threads || !p->notes)
		return -ENOMEM;
	return 0;
}

int finish_profile(struct builder *b)
{
	int err = b->error;

	if (!err)
		err = finish_rest(b);
	if (!err)
		err = finish_places(b);
	if (!err)
		err = stacks_finish(&b->stacks, &b->profile->stacks, b->profile->n_threads);
	if (!err)
		err = finish_symbols(b);
	if (!err)
		err = finish_code(b);
	if (!err && !b->follow)
		model_finish(b->profile);
	return err;
}
