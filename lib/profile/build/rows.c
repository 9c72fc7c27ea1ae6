/* SPDX-License-Identifier: BSD-2-Clause */
/* See rows.h. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/vector.h"
#include "lib/profile/build/keys.h"
#include "lib/profile/build/rows.h"
#include "lib/profile/model/huge.h"
#include "lib/profile/model/model.h"

/* What stands in a row before its counts. */
#define HEAD 2u

static u64 *row_at(const struct rows *rows, size_t i)
{
	return rows->all + i * (HEAD + rows->n_events);
}

static u64 whose(u32 object, u32 thread)
{
	return (u64)object << 32 | thread;
}

/* The counts of a row, which is made if there is none. NULL: there is no memory. */
static u64 *find(struct rows *rows, const struct row_count *at)
{
	u64 owner = whose(at->object, at->thread), *row;
	size_t size = HEAD + rows->n_events;
	struct table_probe probe;

	for (probe = table_probe(at->hash); table_next(&rows->table, &probe);) {
		row = row_at(rows, probe.index);
		if (row[0] == at->address && row[1] == owner)
			return row + HEAD;
	}
	if (rows->n >= UINT32_MAX - 1 ||
	    vector_reserve(&rows->all, &rows->room, (rows->n + 1) * size, sizeof(*rows->all)) ||
	    table_add(&rows->table, at->hash, (u32)rows->n))
		return NULL;
	row = row_at(rows, rows->n++);
	row[0] = at->address;
	row[1] = owner;
	return memset(row + HEAD, 0, rows->n_events * sizeof(*row));
}

/* Counts what waits. */
static int flush(struct rows *rows)
{
	unsigned n = rows->n_waiting, i;
	struct table_probe probe;
	u64 *counts;

	for (i = 0; i < n; i++) {
		probe = table_probe(rows->waiting[i].hash);
		if (table_next(&rows->table, &probe))
			__builtin_prefetch(row_at(rows, probe.index));
	}
	rows->n_waiting = 0;
	for (i = 0; i < n; i++) {
		counts = find(rows, &rows->waiting[i]);
		if (!counts)
			return -ENOMEM;
		counts[rows->waiting[i].event] += rows->waiting[i].n;
	}
	return 0;
}

int rows_count(struct rows *rows, unsigned thread, unsigned object, u64 address, unsigned event,
	       u64 n)
{
	u64 hash = table_mix(rows->seed, address, whose(object, thread));

	table_fetch(&rows->table, hash);
	rows->waiting[rows->n_waiting++] = (struct row_count){
		.address = address,
		.hash = hash,
		.n = n,
		.object = object,
		.thread = thread,
		.event = event,
	};
	return rows->n_waiting == ROWS_WAITING ? flush(rows) : 0;
}

/* ---- In the end ---- */

static bool has_counts(const struct rows *rows, const u64 *row)
{
	size_t k;

	for (k = 0; k < rows->n_events; k++)
		if (row[HEAD + k])
			return true;
	return false;
}

/* The keys of the rows that have counts. NULL: there is no memory. */
static struct key *make_keys(const struct rows *rows, size_t *n)
{
	struct key *keys = malloc((rows->n + 1) * sizeof(*keys));
	const u64 *row;
	size_t i;

	*n = 0;
	for (i = 0; keys && i < rows->n; i++) {
		row = row_at(rows, i);
		if (has_counts(rows, row))
			keys[(*n)++] = (struct key){
				.number = row[0],
				.object = (u32)(row[1] >> 32),
				.thread = (u32)row[1],
				.index = (u32)i,
			};
	}
	return keys;
}

static int give(const struct rows *rows, const struct key *keys, size_t n, struct place **places,
		u64 **counts)
{
	struct place *place = huge_alloc((n + 1) * sizeof(*place));
	u64 *count = huge_alloc((n * rows->n_events + 1) * sizeof(*count));
	size_t i;

	if (!place || !count) {
		free(place);
		free(count);
		return -ENOMEM;
	}
	*places = place;
	*counts = count;
	for (i = 0; i < n; i++, place++, count += rows->n_events) {
		if (i + 16 < n)
			__builtin_prefetch(row_at(rows, keys[i + 16].index));
		*place = (struct place){ .address = keys[i].number,
					 .object = keys[i].object,
					 .thread = keys[i].thread };
		memcpy(count, row_at(rows, keys[i].index) + HEAD, rows->n_events * sizeof(*count));
	}
	return 0;
}

int rows_finish(struct rows *rows, struct place **places, u64 **counts, size_t *n)
{
	struct key *keys;
	int err = flush(rows);

	if (err)
		return err;
	table_deinit(&rows->table);
	keys = make_keys(rows, n);
	err = keys ? keys_sort(&keys, *n) : -ENOMEM;
	if (!err)
		err = give(rows, keys, *n, places, counts);
	free(keys);
	rows_deinit(rows);
	return err;
}

void rows_deinit(struct rows *rows)
{
	table_deinit(&rows->table);
	free(rows->all);
	rows->all = NULL;
	rows->n = rows->room = rows->n_waiting = 0;
}
