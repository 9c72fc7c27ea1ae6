/* SPDX-License-Identifier: BSD-2-Clause */
/* Sums a profile up by function. */
#include "cli/code/candidates.h"

#include "cli/profile/subject.h"

#include <errno.h>
#include <pmc/profile.h>
#include <stdlib.h>
#include <string.h>

static int make_room(struct candidates *c, size_t n)
{
	size_t room = n + n / 2 + 64;
	struct candidate *list;

	if (n <= c->room)
		return 0;
	list = realloc(c->list, room * sizeof(*list));
	if (!list)
		return -ENOMEM;
	c->list = list;
	c->room = room;
	return 0;
}

int candidates_find(struct candidates *c, struct subject *subject, unsigned event)
{
	struct pmc_place place;
	struct spot spot;
	size_t i;
	int passes;

	for (i = 0; !pmc_profile_place_at(subject->profile, i, &place); i++) {
		passes = subject_spot(subject, place.object, place.address, place.thread, &spot);
		if (passes < 0 || make_room(c, (size_t)spot.function + 1))
			return -ENOMEM;
		for (; c->n <= spot.function; c->n++)
			c->list[c->n] = (struct candidate){ .function = (unsigned)c->n };
		if (!passes)
			continue;
		if (!c->list[spot.function].last)
			c->list[spot.function].first = i;
		c->list[spot.function].last = i + 1;
		c->list[spot.function].count += place.counts[event];
	}
	return 0;
}

static int by_count(const void *a, const void *b)
{
	const struct candidate *x = a, *y = b;

	if (x->count != y->count)
		return x->count > y->count ? -1 : 1;
	return x->function < y->function ? -1 : x->function > y->function;
}

void candidates_sort(struct candidates *c, size_t n)
{
	if (n)
		qsort(c->list, n, sizeof(*c->list), by_count);
}

void candidates_deinit(struct candidates *c)
{
	free(c->list);
	memset(c, 0, sizeof(*c));
}
