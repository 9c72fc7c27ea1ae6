/* SPDX-License-Identifier: BSD-2-Clause */
/* See rows.h. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/vector.h"
#include "lib/profile/build/rows.h"
#include "lib/profile/build/rows_sort.h"
#include "lib/profile/model/model.h"

static u64 *row_at(const struct rows *rows, size_t i)
{
	return rows->all + i * (MODEL_HEAD + rows->n_events);
}

static u64 whose(u32 object, u32 thread)
{
	return (u64)object << 32 | thread;
}

/* There is as much memory in the table as in the rows, so the old one goes before the new comes. */
static int grow(struct rows *rows)
{
	const u64 *row;
	size_t i;

	if (table_renew(&rows->table))
		return -ENOMEM;
	for (i = 0; i < rows->n; i++) {
		row = row_at(rows, i);
		table_put(&rows->table, table_mix(rows->seed, row[0], row[1]), (u32)i);
	}
	return 0;
}

/* The counts of a row, which is made if there is none. NULL: there is no memory. */
static u64 *find(struct rows *rows, const struct row_count *at)
{
	u64 owner = whose(at->object, at->thread), *row;
	size_t size = MODEL_HEAD + rows->n_events;
	struct table_probe probe;

	for (probe = table_probe(at->hash); table_next(&rows->table, &probe);) {
		row = row_at(rows, probe.index);
		if (row[0] == at->address && row[1] == owner)
			return row + MODEL_HEAD;
	}
	if (rows->n >= UINT32_MAX - 1 ||
	    vector_reserve(&rows->all, &rows->room, (rows->n + 1) * size, sizeof(*rows->all)) ||
	    (!table_has_room(&rows->table) && grow(rows)))
		return NULL;
	table_put(&rows->table, at->hash, (u32)rows->n);
	row = row_at(rows, rows->n++);
	row[0] = at->address;
	row[1] = owner;
	return memset(row + MODEL_HEAD, 0, rows->n_events * sizeof(*row));
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
		if (row[MODEL_HEAD + k])
			return true;
	return false;
}

/* Moves the rows that have counts together. */
static void drop_empty(struct rows *rows)
{
	size_t size = MODEL_HEAD + rows->n_events, n = 0, i;

	for (i = 0; i < rows->n; i++)
		if (has_counts(rows, row_at(rows, i)))
			memmove(row_at(rows, n++), row_at(rows, i), size * sizeof(*rows->all));
	rows->n = n;
}

int rows_finish(struct rows *rows, u64 **counted, size_t *n)
{
	size_t size = MODEL_HEAD + rows->n_events;
	u64 *exact;
	int err = flush(rows);

	if (err)
		return err;
	table_deinit(&rows->table);
	drop_empty(rows);
	rows_sort(rows->all, rows->n, size);
	exact = realloc(rows->all, (rows->n * size + 1) * sizeof(*exact));
	if (!exact)
		return -ENOMEM;
	*counted = exact;
	*n = rows->n;
	rows->all = NULL;
	rows_deinit(rows);
	return 0;
}

void rows_deinit(struct rows *rows)
{
	table_deinit(&rows->table);
	free(rows->all);
	rows->all = NULL;
	rows->n = rows->room = rows->n_waiting = 0;
}
