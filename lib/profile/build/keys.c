/* SPDX-License-Identifier: BSD-2-Clause */
/* A radix sort, from the least digit to the most significant one. */
#include <errno.h>
#include <stdlib.h>

#include "lib/profile/build/keys.h"

/* Of a thread, then of a number, then of an object. */
#define DIGITS 16u

static unsigned digit(const struct key *key, unsigned d)
{
	if (d < 4)
		return key->thread >> 8 * d & 255;
	if (d < 12)
		return key->number >> 8 * (d - 4) & 255;
	return key->object >> 8 * (d - 12) & 255;
}

/* Sorts by one digit; equal ones stay in order. */
static void sort_by(const struct key *from, struct key *to, size_t n, unsigned d)
{
	size_t first[257] = { 0 }, i;

	for (i = 0; i < n; i++)
		first[digit(&from[i], d) + 1]++;
	for (i = 0; i < 256; i++)
		first[i + 1] += first[i];
	for (i = 0; i < n; i++)
		to[first[digit(&from[i], d)]++] = from[i];
}

int keys_sort(struct key **keys, size_t n)
{
	struct key differ = { 0 }, *from = *keys, *to = malloc((n + 1) * sizeof(*to)), *swap;
	unsigned d;
	size_t i;

	if (!to)
		return -ENOMEM;
	for (i = 1; i < n; i++) {
		differ.number |= from[i].number ^ from[0].number;
		differ.object |= from[i].object ^ from[0].object;
		differ.thread |= from[i].thread ^ from[0].thread;
	}
	/* Digits that all have in common sort nothing. */
	for (d = 0; d < DIGITS; d++) {
		if (!digit(&differ, d))
			continue;
		sort_by(from, to, n, d);
		swap = from;
		from = to;
		to = swap;
	}
	*keys = from;
	free(to);
	return 0;
}
