/* SPDX-License-Identifier: BSD-2-Clause */
/* The functions of a profile that have counts, and where their places are. */
#ifndef PMC_CLI_CODE_CANDIDATES_H
#define PMC_CLI_CODE_CANDIDATES_H

#include <stddef.h>
#include <stdint.h>

struct subject;

/* A function that passes the filter. Its places are among [first, last); last 0: it has none. */
struct candidate {
	unsigned function;
	uint64_t count;
	size_t first, last;
};

/* Begins as zeros. */
struct candidates {
	struct candidate *list; /* by number of function, until they are sorted */
	size_t n, room;
};

/* Sums up the places by function. Returns 0 or -ENOMEM. */
int candidates_find(struct candidates *candidates, struct subject *subject, unsigned event);
/* Puts the first n in order: the greatest counts first. */
void candidates_sort(struct candidates *candidates, size_t n);
void candidates_deinit(struct candidates *candidates);

#endif
