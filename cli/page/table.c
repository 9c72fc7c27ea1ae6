/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Tables. A row is a list of numbers: a text for each key (with the line's number behind that of
 * its file), then the counts.
 */
#include "cli/page/table.h"

#include "cli/flame/tree.h"
#include "cli/page/document.h"
#include "cli/page/packed.h"
#include "cli/page/page.h"
#include "cli/profile/events.h"

#include <string.h>

static const struct subject *subject_of(const struct document *d, unsigned row, unsigned n_first)
{
	return d->page->side[row >= n_first].subject;
}

static void add_row(struct document *d, struct packed *packed, const struct rows *rows,
		    unsigned row, const struct keys *keys, const struct subject *subject)
{
	const struct spot *spot = &rows->spot[row];
	char text[SUBJECT_TEXT];
	unsigned i;

	for (i = 0; i < keys->n; i++) {
		enum key key = keys->key[i] == KEY_LINE ? KEY_FILE : keys->key[i];

		packed_add(packed, document_text(d, subject_text(subject, key, spot, text)));
		if (keys->key[i] == KEY_LINE)
			packed_add(packed, spot->file == NAME_NONE ? 0 : spot->line);
	}
	for (i = 0; i < rows->columns; i++)
		packed_add(packed, rows_count(rows, row)[i]);
}

static void print_rows(FILE *out, struct document *d, const char *id, const struct rows *rows,
		       unsigned n_first, const struct keys *keys)
{
	struct packed packed = { 0 };
	unsigned i;

	for (i = 0; i < rows->n; i++)
		add_row(d, &packed, rows, i, keys, subject_of(d, i, n_first));
	d->failed |= packed.failed;
	fprintf(out, "{\"id\":\"%s\",\"keys\":[", id);
	for (i = 0; i < keys->n; i++)
		fprintf(out, "%s\"%s\"", i ? "," : "",
			keys->key[i] == KEY_LINE ? "file\",\"line" : keys_name(keys->key[i]));
	fprintf(out, "],\"n\":%u,\"data\":", rows->n);
	packed_print(out, &packed);
	fputc('}', out);
	packed_deinit(&packed);
}

/* Does any row know its line? */
static bool has_lines(const struct rows *rows)
{
	unsigned i;

	for (i = 0; i < rows->n; i++)
		if (rows->spot[i].file != NAME_NONE)
			return true;
	return false;
}

static void print_table(FILE *out, struct document *d, const char *id, const struct keys *keys)
{
	const struct page *page = d->page;
	unsigned n = page->chosen[0]->n, side, n_first = 0;
	struct rows rows;
	int err = rows_init(&rows, subject_key_words(keys), n * page->n_sides);

	for (side = 0; side < page->n_sides && !err; side++) {
		subject_prepare(page->side[side].subject, keys);
		err = rows_add_places(&rows, page->side[side].subject, keys,
				      page->chosen[side]->index, n, side * n);
		n_first = side ? n_first : rows.n;
	}
	d->failed |= err != 0;
	if (!err && (strcmp(id, "lines") || has_lines(&rows))) {
		fputs(",\n", out);
		print_rows(out, d, id, &rows, n_first, keys);
	}
	rows_deinit(&rows);
}

void tables_print(FILE *out, struct document *d)
{
	static const struct keys lines = { .key = { KEY_LINE, KEY_FUNCTION }, .n = 2 };
	static const struct keys objects = { .key = { KEY_OBJECT }, .n = 1 };
	static const struct keys threads = { .key = { KEY_THREAD }, .n = 1 };
	static const struct keys comms = { .key = { KEY_COMM }, .n = 1 };
	static const struct keys functions = { .key = { KEY_FUNCTION, KEY_OBJECT }, .n = 2 };

	fputc('[', out);
	print_rows(out, d, "functions", &d->flame->rows, d->flame->n_first, &functions);
	print_table(out, d, "lines", &lines);
	print_table(out, d, "objects", &objects);
	/* Threads of two runs have nothing in common but their names. */
	print_table(out, d, "threads", d->page->n_sides > 1 ? &comms : &threads);
	fputc(']', out);
}
