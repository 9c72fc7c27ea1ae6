/* SPDX-License-Identifier: BSD-2-Clause */
/* See expect.h. */
#include <errno.h>
#include <stdlib.h>

#include "lib/profile/model/model.h"
#include "lib/profile/own/expect.h"

int expect_init(struct expect *expect, size_t threads)
{
	expect->threads = calloc(threads + 1, sizeof(*expect->threads));
	expect->section = 0;
	return expect->threads ? 0 : -ENOMEM;
}

void expect_deinit(struct expect *expect)
{
	free(expect->threads);
}

void expect_begin(struct expect *expect)
{
	expect->section++;
}

/* Does place i stand before this one? */
static inline bool is_before(const struct pmc_profile *p, size_t i, u32 object, u64 address,
			     u32 thread)
{
	struct place place = model_place(p, i);

	if (place.object != object)
		return place.object < object;
	if (place.address != address)
		return place.address < address;
	return place.thread < thread;
}

#define NEAR 16

/*
 * The first place from `at` on that is not before this one: it mostly is near; otherwise in growing
 * steps, then by halves.
 */
static size_t seek(const struct pmc_profile *p, size_t at, u32 object, u64 address, u32 thread)
{
	size_t step = 1, low = at, high, near = p->n_places - at < NEAR ? p->n_places : at + NEAR;

	for (; low < near; low++)
		if (!is_before(p, low, object, address, thread))
			return low;
	while (low + step <= p->n_places && is_before(p, low + step - 1, object, address, thread)) {
		low += step;
		step *= 2;
	}
	high = low + step - 1 < p->n_places ? low + step - 1 : p->n_places;
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (is_before(p, middle, object, address, thread))
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

u64 expect_edge(const struct pmc_profile *p, size_t *at, const struct pmc_edge *edge)
{
	struct place place;
	size_t i;

	*at = seek(p, *at, edge->from_object, edge->from, 0);
	i = *at;
	if (i < p->n_places && is_before(p, i, edge->from_object, edge->from, edge->thread))
		i = seek(p, i, edge->from_object, edge->from, edge->thread);
	if (i >= p->n_places)
		return 0;
	place = model_place(p, i);
	if (place.object != edge->from_object || place.address != edge->from ||
	    place.thread != edge->thread)
		return 0;
	return expect_from(&place);
}
