/* SPDX-License-Identifier: BSD-2-Clause */
/* Sums counts up by line, and prints the greatest sums. */
#include "cli/annotate/hottest.h"

#include "cli/annotate/options.h"
#include "cli/code/source.h"
#include "cli/profile/keys.h"
#include "cli/profile/names.h"
#include "cli/profile/rows.h"
#include "cli/profile/subject.h"
#include "cli/ui/grouped.h"
#include "cli/ui/plain.h"

#include <errno.h>
#include <pmc/profile.h>
#include <stdlib.h>
#include <string.h>

#define LIMIT 20 /* lines, unless --limit says otherwise */

struct hot {
	unsigned row;
	uint64_t count;
};

static int by_count(const void *a, const void *b)
{
	const struct hot *x = a, *y = b;

	if (x->count != y->count)
		return x->count > y->count ? -1 : 1;
	return x->row < y->row ? -1 : x->row > y->row;
}

static void print_line(FILE *out, struct subject *subject, struct sources *sources,
		       const struct spot *spot)
{
	const char *file = spot->file == NAME_NONE ? NULL : names_text(subject->names, spot->file);
	const char *text, *name;

	if (!file) {
		fputs("[unknown line]  ", out);
		plain_print(out, subject_function(subject, spot));
		fputc('\n', out);
		return;
	}
	name = strrchr(file, '/') ? strrchr(file, '/') + 1 : file;
	plain_print(out, name);
	fprintf(out, ":%u  ", spot->line);
	plain_print(out, subject_function(subject, spot));
	text = source_line(sources, file, spot->line);
	if (text) {
		fputs("  ", out);
		plain_print(out, text + strspn(text, " \t"));
	}
	fputc('\n', out);
}

static int print(FILE *out, const struct annotate_options *options, struct subject *subject,
		 struct sources *sources, const struct rows *rows, uint64_t total)
{
	struct hot *hot = calloc(rows->n + 1, sizeof(*hot));
	size_t limit = options->limit < 0 ? LIMIT : (size_t)options->limit, i, n = 0;
	char text[GROUPED_TEXT];

	if (!hot)
		return -ENOMEM;
	for (i = 0; i < rows->n; i++)
		if (*rows_count(rows, (unsigned)i))
			hot[n++] = (struct hot){ (unsigned)i, *rows_count(rows, (unsigned)i) };
	qsort(hot, n, sizeof(*hot), by_count);
	fprintf(out, "\n#%8s %16s  line, function, source\n", "percent", "count");
	for (i = 0; i < n && (!limit || i < limit); i++) {
		grouped_write(text, hot[i].count);
		fprintf(out, " %8.2f %16s  ",
			total ? 100.0 * (double)hot[i].count / (double)total : 0.0, text);
		print_line(out, subject, sources, &rows->spot[hot[i].row]);
	}
	if (i < n)
		fprintf(out, "# %zu more lines: --limit 0 shows all\n", n - i);
	free(hot);
	return 0;
}

int hottest_print(FILE *out, const struct annotate_options *options, struct subject *subject,
		  struct sources *sources, unsigned event)
{
	const struct keys keys = { .key = { KEY_LINE, KEY_FUNCTION }, .n = 2 };
	struct pmc_profile_event info;
	struct rows rows;
	int error;

	if (pmc_profile_event_at(subject->profile, event, &info))
		return -ENOENT;
	subject_prepare(subject, &keys);
	error = rows_init(&rows, subject_key_words(&keys), 1);
	if (error)
		return error;
	error = rows_add_places(&rows, subject, &keys, &event, 1, 0);
	if (!error)
		error = print(out, options, subject, sources, &rows, info.total);
	rows_deinit(&rows);
	return error;
}
