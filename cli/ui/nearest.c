/* SPDX-License-Identifier: BSD-2-Clause */
/* The name that was probably meant, by edit distance. */
#include "cli/ui/nearest.h"

#include <string.h>

#define NAME_MAX_LENGTH 40u

/* Levenshtein's distance: a swap of two neighbours costs 2. Longer words are cut. */
static unsigned distance(const char *a, const char *b)
{
	unsigned row[NAME_MAX_LENGTH + 1], left, above, corner, i, j;
	unsigned n = strnlen(b, NAME_MAX_LENGTH);

	for (j = 0; j <= n; j++)
		row[j] = j;
	for (i = 0; i < NAME_MAX_LENGTH && a[i]; i++) {
		corner = row[0];
		left = row[0] = i + 1;
		for (j = 0; j < n; j++) {
			above = row[j + 1];
			if (a[i] != b[j])
				corner++;
			if (left + 1 < corner)
				corner = left + 1;
			if (above + 1 < corner)
				corner = above + 1;
			left = row[j + 1] = corner;
			corner = above;
		}
	}
	return row[n];
}

const char *nearest_name(const char *typed, const char *const *names)
{
	unsigned best = (unsigned)strlen(typed) / 3 + 1, d;
	const char *found = NULL;

	for (; *names; names++) {
		d = distance(typed, *names);
		if (d <= best && d < strlen(*names)) {
			if (d < best || !found)
				found = *names;
			best = d;
		}
	}
	return found;
}
