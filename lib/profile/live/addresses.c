/* SPDX-License-Identifier: BSD-2-Clause */
/* See addresses.h. */
#include "lib/profile/live/addresses.h"

#include <stdlib.h>
#include <string.h>

#include "lib/base/vector.h"

static int compare(const void *a, const void *b)
{
	const struct place *x = a, *y = b;

	if (x->object != y->object)
		return x->object < y->object ? -1 : 1;
	return x->address < y->address ? -1 : x->address > y->address;
}

/* Sorts, and keeps each address once. */
static void settle(struct addresses *a)
{
	size_t i, n = 0;

	if (a->sorted == a->n)
		return;
	qsort(a->place, a->n, sizeof(*a->place), compare);
	for (i = 0; i < a->n; i++)
		if (!n || compare(&a->place[n - 1], &a->place[i]))
			a->place[n++] = a->place[i];
	a->n = a->sorted = n;
}

void addresses_add(struct addresses *a, unsigned object, u64 address)
{
	if (a->n == a->room && a->n >= 2 * a->sorted)
		settle(a);
	if (vector_reserve(&a->place, &a->room, a->n + 1, sizeof(*a->place))) {
		a->failed = true;
		return;
	}
	a->place[a->n++] = (struct place){ object, address };
}

bool addresses_any(struct addresses *a, unsigned object, u64 start, u64 end)
{
	const struct place from = { object, start };
	size_t low = 0, high, middle;

	settle(a);
	for (high = a->n; low < high;) {
		middle = low + (high - low) / 2;
		if (compare(&a->place[middle], &from) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low < a->n && a->place[low].object == object && a->place[low].address < end;
}

void addresses_deinit(struct addresses *a)
{
	free(a->place);
	memset(a, 0, sizeof(*a));
}
