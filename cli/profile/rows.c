/* SPDX-License-Identifier: BSD-2-Clause */
/* Rows of a table. */
#include "cli/profile/rows.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static int grow(struct rows *rows);

int rows_init(struct rows *rows, unsigned words, unsigned columns)
{
	memset(rows, 0, sizeof(*rows));
	rows->words = words;
	rows->columns = columns;
	return grow(rows);
}

void rows_deinit(struct rows *rows)
{
	free(rows->key);
	free(rows->count);
	free(rows->spot);
	free(rows->slot);
	memset(rows, 0, sizeof(*rows));
}

static bool has_key(const struct rows *rows, unsigned row, const uint64_t *key)
{
	return !memcmp(rows->key + (size_t)row * rows->words, key, rows->words * sizeof(*key));
}

static size_t slot_of(const struct rows *rows, const uint64_t *key)
{
	uint64_t h = 0;
	unsigned i;
	size_t at;

	for (i = 0; i < rows->words; i++) {
		h = (h ^ key[i]) * 0x9e3779b97f4a7c15u;
		h ^= h >> 32;
	}
	at = (size_t)h & (rows->slots - 1);
	while (rows->slot[at] && !has_key(rows, rows->slot[at] - 1, key))
		at = (at + 1) & (rows->slots - 1);
	return at;
}

/* Makes *array hold n items. */
static int enlarge(void *array, size_t n, size_t size)
{
	void **to = array, *more = realloc(*to, n * size);

	if (!more)
		return -ENOMEM;
	*to = more;
	return 0;
}

static int grow(struct rows *rows)
{
	unsigned room = rows->room ? rows->room * 2 : 1024, i;
	unsigned *slot;

	if (enlarge(&rows->key, room, rows->words * sizeof(*rows->key)) ||
	    enlarge(&rows->count, room, rows->columns * sizeof(*rows->count)) ||
	    enlarge(&rows->spot, room, sizeof(*rows->spot)))
		return -ENOMEM;
	slot = calloc((size_t)room * 2, sizeof(*slot));
	if (!slot)
		return -ENOMEM;
	free(rows->slot);
	rows->slot = slot;
	rows->slots = (size_t)room * 2;
	rows->room = room;
	for (i = 0; i < rows->n; i++)
		slot[slot_of(rows, rows->key + (size_t)i * rows->words)] = i + 1;
	return 0;
}

unsigned rows_find(struct rows *rows, const uint64_t *key, const struct spot *spot)
{
	size_t slot;
	unsigned row;

	/* Places of one function stand together. */
	if (rows->n && has_key(rows, rows->last, key))
		return rows->last;
	if (rows->n == rows->room && grow(rows))
		return ROW_NONE;
	slot = slot_of(rows, key);
	if (!rows->slot[slot]) {
		row = rows->n++;
		rows->slot[slot] = row + 1;
		memcpy(rows->key + (size_t)row * rows->words, key, rows->words * sizeof(*key));
		memset(rows_count(rows, row), 0, rows->columns * sizeof(*rows->count));
		rows->spot[row] = *spot;
	}
	rows->last = rows->slot[slot] - 1;
	return rows->last;
}

#define RECENT 1024

/*
 * What rows_add_places() adds, how long places belong together, and rows that were found: a
 * function and what is inlined in it take turns.
 */
struct walk {
	bool by_thread, by_address;
	bool by_function; /* thread, function and what is inlined there tell rows apart */
	const unsigned *index;
	unsigned n, first;
	struct recent_row {
		unsigned row; /* plus 1 */
		unsigned thread, function, inlined;
	} recent[RECENT];
};

static struct recent_row *recent_of(struct walk *walk, const struct spot *spot)
{
	uint64_t h = ((uint64_t)spot->function << 32 | spot->inlined) + spot->thread;

	return &walk->recent[h * 0x9e3779b97f4a7c15u >> 54];
}

_Static_assert(RECENT == 1 << (64 - 54), "a hash is the number of one");

/* The row of a spot; ROW_NONE: no memory. */
static unsigned find_row(struct rows *rows, struct subject *subject, const struct keys *keys,
			 struct walk *walk, const struct spot *spot)
{
	struct recent_row *recent = recent_of(walk, spot);
	uint64_t key[SUBJECT_WORDS];
	unsigned row;

	if (walk->by_function && recent->row && recent->function == spot->function &&
	    recent->inlined == spot->inlined && recent->thread == spot->thread)
		return recent->row - 1;
	if (subject_key(subject, keys, spot, key))
		return ROW_NONE;
	row = rows_find(rows, key, spot);
	if (row != ROW_NONE)
		*recent = (struct recent_row){ row + 1, spot->thread, spot->function,
					       spot->inlined };
	return row;
}

/* Do a place's thread and process matter? */
static bool is_by_thread(const struct subject *subject, const struct keys *keys)
{
	const struct filter_options *o = subject->filter.options;

	return keys_have(keys, KEY_COMM) || keys_have(keys, KEY_PROCESS) ||
	       keys_have(keys, KEY_THREAD) || o->comm.n || o->pid.n || o->tid.n;
}

/* Adds the places from *i on that belong to one row, or to none. Moves *i behind them. */
static int add_run(struct rows *rows, struct subject *subject, const struct keys *keys,
		   struct walk *walk, size_t *i)
{
	uint64_t *count = NULL;
	struct pmc_place place;
	struct spot spot;
	unsigned row;
	int found;

	if (pmc_profile_where_at(subject->profile, *i, &place))
		return -ENOENT;
	found = subject_spot(subject, place.object, place.address, place.thread, &spot);
	if (found < 0)
		return -ENOMEM;
	if (found) {
		row = find_row(rows, subject, keys, walk, &spot);
		if (row == ROW_NONE)
			return -ENOMEM;
		count = rows_count(rows, row) + walk->first;
	}
	if (subject->summary)
		pmc_profile_summary_add(subject->summary, subject->profile, *i, spot.last);
	*i = pmc_profile_sum(subject->profile, *i, walk->by_address ? spot.address : spot.last,
			     walk->by_thread, walk->index, found ? walk->n : 0, count);
	return *i == SIZE_MAX ? -ESTALE : 0;
}

int rows_add_places(struct rows *rows, struct subject *subject, const struct keys *keys,
		    const unsigned *index, unsigned n, unsigned first)
{
	struct walk walk = {
		.by_thread = is_by_thread(subject, keys),
		.by_address = keys_have(keys, KEY_ADDRESS),
		.by_function = !subject->lines && !keys_have(keys, KEY_ADDRESS),
		.index = index,
		.n = n,
		.first = first,
	};
	size_t i = 0;
	int err;

	if (subject->options.inlines && !subject->lines && !filter_is_set(subject->filter.options))
		functions_prepare_inlined(&subject->functions);
	do
		err = add_run(rows, subject, keys, &walk, &i);
	while (!err);
	return err == -ENOENT ? 0 : err;
}
