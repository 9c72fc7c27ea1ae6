/* SPDX-License-Identifier: BSD-2-Clause */
/* Rows of a table: sums of counts by a key of some words. */
#ifndef PMC_CLI_PROFILE_ROWS_H
#define PMC_CLI_PROFILE_ROWS_H

#include "cli/profile/subject.h"

#include <stddef.h>
#include <stdint.h>

#define ROW_NONE (~0u)

struct rows {
	unsigned words, columns;
	unsigned n, room;
	uint64_t *key;	   /* words of each row */
	uint64_t *count;   /* columns of each row */
	struct spot *spot; /* the first spot of each row, for its texts */
	unsigned *slot;	   /* a hash table of numbers + 1 */
	size_t slots;
	unsigned last; /* the row that was found last */
};

int rows_init(struct rows *rows, unsigned words, unsigned columns);
void rows_deinit(struct rows *rows);

/* The row with the key; a new one, of zeros, begins with the spot. ROW_NONE: no memory. */
unsigned rows_find(struct rows *rows, const uint64_t *key, const struct spot *spot);

static inline uint64_t *rows_count(const struct rows *rows, unsigned row)
{
	return rows->count + (size_t)row * rows->columns;
}

/*
 * Adds the places of the subject that pass its filter: event index[i] to column first + i. Returns
 * 0, -ENOMEM, or -ESTALE: the profile is a summary that is too coarse.
 */
int rows_add_places(struct rows *rows, struct subject *subject, const struct keys *keys,
		    const unsigned *index, unsigned n, unsigned first);

#endif
