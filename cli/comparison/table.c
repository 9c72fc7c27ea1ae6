/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A comparison as a table for people. Columns are as wide as they need to be. A mark at the end of
 * a line says what its difference is worth, and a line below the table explains the mark.
 * Conditions of --fail-if are not in it, because pmc complains about those that hold anyway.
 */
#include "cli/comparison/table.h"

#include "cli/comparison/change.h"
#include "cli/comparison/comparison.h"
#include "cli/comparison/number.h"
#include "cli/result/result.h"
#include "cli/ui/plain.h"
#include "cli/ui/width.h"

#include <stdlib.h>
#include <string.h>

enum column { EVENT, BEFORE, AFTER, DIFFERENCE, PERCENT, COLUMNS };

struct line {
	char cell[COLUMNS][400];
	const char *mark;
	char quality[100];
};

/* Marks of differences that prove nothing, or why there is none; the others have no mark. */
static const char *mark_of(const struct change *c)
{
	if (c->why_not)
		return c->why_not;
	return c->kind == CHANGE_WITHIN ? "~" : c->kind == CHANGE_UNKNOWN ? "?" : "";
}

/* Writes "12,345" or "12,345 ±0.52%". */
static void write_count(char *to, size_t size, const struct result_event *e, const struct sample *s)
{
	char mean[NUMBER_TEXT], spread[NUMBER_TEXT];

	if (!e || e->missing) {
		snprintf(to, size, "%s", e ? "<not supported>" : "-");
		return;
	}
	number_mean(mean, s, e->scale);
	number_spread(spread, s);
	if (s->min == s->max)
		snprintf(to, size, "%s", mean);
	else
		snprintf(to, size, "%s ±%s%%", mean, spread);
}

static void make_line(struct line *line, const struct change *c)
{
	const struct result_event *e = c->after ? c->after : c->before;

	memset(line, 0, sizeof(*line));
	if (e->unit[0])
		snprintf(line->cell[EVENT], sizeof(line->cell[EVENT]), "%.320s (%.40s)", e->label,
			 e->unit);
	else
		snprintf(line->cell[EVENT], sizeof(line->cell[EVENT]), "%.320s", e->label);
	write_count(line->cell[BEFORE], sizeof(line->cell[BEFORE]), c->before, &c->a);
	write_count(line->cell[AFTER], sizeof(line->cell[AFTER]), c->after, &c->b);
	line->mark = mark_of(c);
	change_quality(c, line->quality, sizeof(line->quality));
	if (c->why_not)
		return;
	number_difference(line->cell[DIFFERENCE], c, e->scale);
	number_percent(line->cell[PERCENT], c);
}

static void print_line(FILE *out, const struct line *line, const int *width)
{
	int i;

	fputc(' ', out);
	plain_print(out, line->cell[EVENT]);
	fprintf(out, "%*s", width[EVENT] - width_of(line->cell[EVENT]), "");
	for (i = BEFORE; i < COLUMNS; i++)
		fprintf(out, "  %*s%s", width[i] - width_of(line->cell[i]), "", line->cell[i]);
	if (line->mark[0])
		fprintf(out, " %s", line->mark);
	if (line->quality[0]) {
		fputs(" (", out);
		plain_print(out, line->quality);
		fputc(')', out);
	}
	fputc('\n', out);
}

static void print_legend(FILE *out, const struct comparison *c, enum change_kind kind)
{
	size_t i;

	for (i = 0; i < c->n_changes; i++) {
		const struct change *change = &c->change[i];

		if (change->why_not || change->kind != kind)
			continue;
		fprintf(out, " %s  %s\n", mark_of(change), change_about(kind));
		return;
	}
}

static void say_note(FILE *out, const char *sentence)
{
	fputs(" note: ", out);
	plain_print(out, sentence);
	fputc('\n', out);
}

void comparison_table(FILE *out, const struct comparison *c)
{
	static const struct line heading = {
		{ "event", "before", "after", "difference", "percent" }, "", ""
	};
	struct line *line = calloc(c->n_changes + 1, sizeof(*line));
	int width[COLUMNS], k;
	size_t i;

	if (!line)
		return;
	fputs("\n before: ", out);
	comparison_print_result(out, c->before);
	fputs("\n after:  ", out);
	comparison_print_result(out, c->after);
	fputs("\n both:   ", out);
	comparison_print_conditions(out, c->after);
	fputs("\n\n", out);
	for (k = 0; k < COLUMNS; k++)
		width[k] = width_of(heading.cell[k]);
	for (i = 0; i < c->n_changes; i++) {
		make_line(&line[i], &c->change[i]);
		for (k = 0; k < COLUMNS; k++)
			if (width_of(line[i].cell[k]) > width[k])
				width[k] = width_of(line[i].cell[k]);
	}
	print_line(out, &heading, width);
	for (i = 0; i < c->n_changes; i++)
		print_line(out, &line[i], width);
	free(line);
	fputc('\n', out);
	print_legend(out, c, CHANGE_WITHIN);
	print_legend(out, c, CHANGE_UNKNOWN);
	comparison_notes(c, say_note, out);
}
