/* SPDX-License-Identifier: BSD-2-Clause */
/* Printing the changes between two profiles. */
#include "cli/diff/print.h"

#include "cli/diff/changes.h"
#include "cli/diff/options.h"
#include "cli/profile/heading.h"
#include "cli/ui/field.h"
#include "cli/ui/grouped.h"
#include "cli/ui/json.h"
#include "cli/ui/plain.h"
#include "cli/ui/width.h"

#include <stdlib.h>
#include <string.h>

#define WIDEST_KEY 60
#define NUMBERS	   4 /* columns of each event: before, after, difference, percent */

static const char *const headings[NUMBERS] = { "before", "after", "difference", "percent" };

/* ---- Cells ---- */

/* What stands in one of an event's columns. */
static void write_number(struct change_counts counts, unsigned column, bool plain, char *text)
{
	uint64_t number = column == 0 ? counts.before : counts.after;
	bool less = counts.after < counts.before;

	if (column == 3) {
		change_percent(counts, text);
		return;
	}
	if (column == 2)
		number = less ? counts.before - counts.after : counts.after - counts.before;
	if (column == 2 && !plain)
		grouped_write_signed(text, less, number);
	else if (column == 2)
		snprintf(text, CHANGE_TEXT, "%s%llu",
			 less	? "-" :
			 number ? "+" :
				  "",
			 (unsigned long long)number);
	else if (plain)
		snprintf(text, CHANGE_TEXT, "%llu", (unsigned long long)number);
	else
		grouped_write(text, number);
}

/* ---- Headings ---- */

struct when {
	FILE *out;
	const char *word;
};

static void say_when(void *to, const char *line)
{
	struct when *when = to;

	fprintf(when->out, "# %s: ", when->word);
	plain_print(when->out, line);
	fputc('\n', when->out);
}

static void print_total(FILE *out, const struct changes *c, unsigned i)
{
	struct change_counts total = { c->event[0][i].total, c->event[1][i].total };
	char before[CHANGE_TEXT], after[CHANGE_TEXT], difference[CHANGE_TEXT], percent[CHANGE_TEXT];

	write_number(total, 0, false, before);
	write_number(total, 1, false, after);
	write_number(total, 2, false, difference);
	change_percent(total, percent);
	fputs("# ", out);
	plain_print(out, c->event[0][i].name);
	fprintf(out, ": %s before, %s after: %s, %s%s\n", before, after, difference,
		percent[0] ? percent : "nothing was counted",
		changes_are_noise(c, i, total) && total.before != total.after ? ", within noise" :
										"");
}

static bool has_noise(const struct changes *c)
{
	unsigned i, k;

	for (i = 0; i < c->n_shown; i++)
		for (k = 0; k < c->chosen[0].n; k++)
			if (changes_are_noise(c, k, changes_of(c, c->order[i], k)))
				return true;
	return false;
}

void print_changes_heading(FILE *out, const struct changes *c)
{
	struct when before = { out, "before" }, after = { out, "after" };
	unsigned i;

	heading_say_profile(&c->subject[0], c->options->file[0], &c->chosen[0], say_when, &before);
	heading_say_profile(&c->subject[1], c->options->file[1], &c->chosen[1], say_when, &after);
	heading_say_time(&c->subject[0], &c->chosen[0], heading_comment, out);
	for (i = 0; i < c->chosen[0].n; i++)
		print_total(out, c, i);
	heading_say_notes(&c->subject[0], say_when, &before);
	heading_say_notes(&c->subject[1], say_when, &after);
	if (filter_is_set(&c->options->filter)) {
		fputs("# shown is only: ", out);
		filter_print(out, &c->options->filter);
		fputc('\n', out);
	}
	if (has_noise(c))
		fputs("# ~ noise: samples may differ so much by chance (99 % confidence)\n", out);
}

/* ---- The table ---- */

/* The heading of a column; events have theirs in front when there are several. */
static const char *heading(const struct changes *c, unsigned column, char *text, size_t size)
{
	const char *word = headings[column % NUMBERS];

	if (c->chosen[0].n == 1 || column % NUMBERS)
		return word;
	snprintf(text, size, "%s %s", c->event[0][column / NUMBERS].name, word);
	return text;
}

static void widen(int *width, int to)
{
	if (to > *width)
		*width = to;
}

static int *make_widths(const struct changes *c)
{
	const struct keys *keys = &c->options->keys;
	unsigned n = c->chosen[0].n * NUMBERS, i, k;
	int *width = calloc(n + keys->n + 1, sizeof(*width)), w;
	char text[SUBJECT_TEXT];

	for (k = 0; width && k < n; k++)
		width[k] = width_of(heading(c, k, text, sizeof(text)));
	for (k = 0; width && k < keys->n; k++)
		width[n + k] = width_of(keys_name(keys->key[k]));
	for (i = 0; width && i < c->n_shown; i++) {
		for (k = 0; k < n; k++) {
			write_number(changes_of(c, c->order[i], k / NUMBERS), k % NUMBERS, false,
				     text);
			widen(&width[k], width_of(text));
		}
		for (k = 0; k + 1 < keys->n; k++) {
			w = width_of(changes_text(c, c->order[i], keys->key[k], text));
			widen(&width[n + k], w < WIDEST_KEY ? w : WIDEST_KEY);
		}
	}
	return width;
}

static void print_columns(FILE *out, const struct changes *c, const int *width)
{
	const struct keys *keys = &c->options->keys;
	unsigned n = c->chosen[0].n * NUMBERS, k;
	char text[SUBJECT_TEXT];

	fputs("#\n#", out);
	for (k = 0; k < n; k++) {
		const char *word = heading(c, k, text, sizeof(text));

		width_fill(out, ' ', width[k] - width_of(word) + 1 + (k > 0));
		plain_print(out, word);
	}
	for (k = 0; k < keys->n; k++) {
		fprintf(out, "%s%s", k ? "  " : "   ", keys_name(keys->key[k]));
		if (k + 1 < keys->n)
			width_fill(out, ' ', width[n + k] - width_of(keys_name(keys->key[k])));
	}
	fputs("\n#\n", out);
}

static void print_headings(FILE *out, const struct changes *c, const int *width)
{
	print_changes_heading(out, c);
	print_columns(out, c, width);
}

static void print_row(FILE *out, const struct changes *c, unsigned row, const int *width)
{
	const struct keys *keys = &c->options->keys;
	unsigned n = c->chosen[0].n * NUMBERS, k;
	const char *shown, *mark = " ";
	char text[SUBJECT_TEXT];

	for (k = 0; k < n; k++) {
		struct change_counts counts = changes_of(c, row, k / NUMBERS);

		write_number(counts, k % NUMBERS, false, text);
		width_fill(out, ' ', width[k] - width_of(text) + 2);
		fputs(text, out);
		if (changes_are_noise(c, k / NUMBERS, counts))
			mark = "~";
	}
	fprintf(out, " %s", mark);
	for (k = 0; k < keys->n; k++) {
		shown = changes_text(c, row, keys->key[k], text);
		fputs(k ? "  " : " ", out);
		plain_print(out, shown);
		if (k + 1 < keys->n)
			width_fill(out, ' ', width[n + k] - width_of(shown));
	}
	fputc('\n', out);
}

void print_changes(FILE *out, const struct changes *c)
{
	int *width = make_widths(c);
	unsigned i;

	if (!width)
		return;
	if (!c->options->quiet)
		print_headings(out, c, width);
	for (i = 0; i < c->n_shown; i++)
		print_row(out, c, c->order[i], width);
	if (c->n_same && !c->options->quiet)
		fprintf(out, "#\n# %u row%s did not change; -a shows them, too\n", c->n_same,
			c->n_same == 1 ? "" : "s");
	free(width);
}

/* ---- For programs ---- */

static void name_fields(FILE *out, const struct changes *c, const char *separator)
{
	const struct keys *keys = &c->options->keys;
	unsigned n = c->chosen[0].n * NUMBERS, k;
	char text[SUBJECT_TEXT];

	print_changes_heading(out, c);
	fputs("# ", out);
	for (k = 0; k < n; k++)
		fprintf(out, "%s%s%s%s", heading(c, k, text, sizeof(text)), separator,
			k % NUMBERS == NUMBERS - 1 ? "noise" : "",
			k % NUMBERS == NUMBERS - 1 ? separator : "");
	for (k = 0; k < keys->n; k++)
		fprintf(out, "%s%s", k ? separator : "", keys_name(keys->key[k]));
	fputc('\n', out);
}

void print_change_fields(FILE *out, const struct changes *c, const char *separator)
{
	const struct keys *keys = &c->options->keys;
	unsigned n = c->chosen[0].n * NUMBERS, i, k;
	char text[SUBJECT_TEXT];

	if (!c->options->quiet)
		name_fields(out, c, separator);
	for (i = 0; i < c->n_shown; i++) {
		for (k = 0; k < n; k++) {
			struct change_counts counts = changes_of(c, c->order[i], k / NUMBERS);

			write_number(counts, k % NUMBERS, true, text);
			fprintf(out, "%s%s", text, separator);
			if (k % NUMBERS == NUMBERS - 1)
				fprintf(out, "%s%s",
					changes_are_noise(c, k / NUMBERS, counts) ? "noise" : "",
					separator);
		}
		for (k = 0; k < keys->n; k++) {
			fputs(k ? separator : "", out);
			field_print_plain(out, separator,
					  changes_text(c, c->order[i], keys->key[k], text));
		}
		fputc('\n', out);
	}
}

static void print_json_profile(FILE *out, const struct changes *c, unsigned side)
{
	fprintf(out, "\"%s\": {\"profile\": ", side ? "after" : "before");
	json_string(out, c->options->file[side]);
	fprintf(out, ", \"quality\": \"%s\", \"command\": ",
		heading_quality(&c->subject[side], &c->chosen[side]));
	json_string(out, c->subject[side].info.command);
	fputc('}', out);
}

static void print_json_counts(FILE *out, const struct changes *c, unsigned i,
			      struct change_counts counts)
{
	bool less = counts.after < counts.before;

	json_string(out, c->event[0][i].name);
	fprintf(out, ": {\"before\": %llu, \"after\": %llu, \"difference\": %s%llu, \"percent\": ",
		(unsigned long long)counts.before, (unsigned long long)counts.after,
		less ? "-" : "",
		(unsigned long long)(less ? counts.before - counts.after :
					    counts.after - counts.before));
	if (counts.before)
		fprintf(out, "%.6f",
			((double)counts.after - (double)counts.before) / (double)counts.before *
				100);
	else
		fputs("null", out);
	fprintf(out, ", \"noise\": %s}", changes_are_noise(c, i, counts) ? "true" : "false");
}

void print_change_json(FILE *out, const struct changes *c)
{
	const struct keys *keys = &c->options->keys;
	char text[SUBJECT_TEXT];
	unsigned i, k;

	fputc('{', out);
	print_json_profile(out, c, 0);
	fputs(", ", out);
	print_json_profile(out, c, 1);
	fputs(", \"totals\": {", out);
	for (k = 0; k < c->chosen[0].n; k++) {
		fputs(k ? ", " : "", out);
		print_json_counts(
			out, c, k,
			(struct change_counts){ c->event[0][k].total, c->event[1][k].total });
	}
	fputs("}}\n", out);
	for (i = 0; i < c->n_shown; i++) {
		fputc('{', out);
		for (k = 0; k < keys->n; k++) {
			fprintf(out, "\"%s\": ", keys_name(keys->key[k]));
			json_string(out, changes_text(c, c->order[i], keys->key[k], text));
			fputs(", ", out);
		}
		fputs("\"counts\": {", out);
		for (k = 0; k < c->chosen[0].n; k++) {
			fputs(k ? ", " : "", out);
			print_json_counts(out, c, k, changes_of(c, c->order[i], k));
		}
		fputs("}}\n", out);
	}
}
