/* SPDX-License-Identifier: BSD-2-Clause */
/* The columns of the table for people. */
#include "cli/stat/layout.h"

#include "cli/ui/width.h"

#include <stdbool.h>
#include <string.h>

#define VALUE_WIDTH 18
#define UNIT_WIDTH  4
#define LABEL_WIDTH 24
#define LABEL_MOST  40 /* longer names do not widen the column for the others */
#define RATE_WIDTH  34
#define HANG	    2 /* how far a second line stands behind the event's name */

static void widen(int *width, const char *text)
{
	if (width_of(text) > *width)
		*width = width_of(text);
}

/* The column in which the event's name begins. */
static int label_column(const struct layout *l, const struct cells *c)
{
	return width_of(c->before) + l->value + 1 + (l->unit ? l->unit + 1 : 0);
}

static int label_width(const struct layout *l, const struct cells *c)
{
	int own = width_of(c->label);

	return own > l->label || (!c->rate[0] && !c->after[0]) ? own : l->label;
}

static int rest_width(const struct layout *l, const struct cells *c)
{
	int rate = width_of(c->rate);

	return c->after[0] ? (rate > l->rate ? rate : l->rate) + width_of(c->after) : rate;
}

/* Does the line fit the terminal? */
static bool fits(const struct layout *l, const struct cells *c)
{
	return !l->columns ||
	       label_column(l, c) + label_width(l, c) + rest_width(l, c) <= (int)l->columns;
}

void layout_init(struct layout *layout, unsigned columns, const struct cells *cells, size_t n)
{
	struct layout tight = { .columns = columns };
	bool all_fit = true;
	size_t i;

	*layout = (struct layout){ columns, VALUE_WIDTH, UNIT_WIDTH, LABEL_WIDTH, RATE_WIDTH };
	for (i = 0; i < n; i++) {
		if (width_of(cells[i].label) <= LABEL_MOST) {
			widen(&layout->label, cells[i].label);
			widen(&tight.label, cells[i].label);
		}
		widen(&tight.value, cells[i].value);
		widen(&tight.unit, cells[i].unit);
		if (cells[i].after[0])
			widen(&tight.rate, cells[i].rate);
	}
	for (i = 0; i < n; i++)
		all_fit = all_fit && fits(layout, &cells[i]);
	tight.value++; /* a blank at the beginning of the line */
	if (!all_fit)
		*layout = tight;
}

/* Pads with blanks on the left side. */
static void print_right(int width, const char *text, FILE *out)
{
	fprintf(out, "%*s%s", width > width_of(text) ? width - width_of(text) : 0, "", text);
}

/* Prints a name that is longer than what is left of the line in several lines. */
static void print_label(const struct layout *l, const struct cells *c, FILE *out)
{
	int column = label_column(l, c), room = (int)l->columns - column;
	const char *p = c->label;
	size_t len, cut;

	for (; l->columns && room > 8 && strlen(p) > (size_t)room; p += cut) {
		/* Break behind the last comma, colon or stroke that fits, or anywhere. */
		for (len = (size_t)room; len > 1 && !strchr(",:/.-_", p[len - 1]); len--)
			;
		cut = len > 1 ? len : (size_t)room;
		fprintf(out, "%.*s\n%*s", (int)cut, p, column, "");
	}
	fputs(p, out);
}

/* Prints what stands behind the name on a line of its own, as far to the right as it fits. */
static void print_below(const struct layout *l, const struct cells *c, FILE *out)
{
	/* Each piece begins with blanks that separate it from what stands before it. */
	const char *rate = c->rate + strspn(c->rate, " ");
	const char *after = c->after + (rate[0] ? 0 : strspn(c->after, " "));
	int column = label_column(l, c) + HANG;
	int room = (int)l->columns - width_of(rate) - width_of(after);

	if (column > room)
		column = room > 0 ? room : 0;
	fprintf(out, "\n%*s%s%s\n", column, "", rate, after);
}

void layout_print(const struct layout *l, const struct cells *c, FILE *out)
{
	fputs(c->before, out);
	print_right(l->value, c->value, out);
	if (l->unit)
		fprintf(out, " %-*s", l->unit, c->unit);
	fputc(' ', out);
	print_label(l, c, out);
	if (!c->rate[0] && !c->after[0]) {
		fputc('\n', out);
		return;
	}
	if (!fits(l, c)) {
		print_below(l, c, out);
		return;
	}
	fprintf(out, "%*s", label_width(l, c) - width_of(c->label), "");
	if (c->after[0])
		fprintf(out, "%-*s%s\n", l->rate, c->rate, c->after);
	else
		fprintf(out, "%s\n", c->rate);
}

void layout_sentence(unsigned columns, const char *before, const char *text, FILE *out)
{
	size_t room = columns > strlen(before) + 2 + 20 ? columns - strlen(before) : 0, len;
	const char *hang = "";

	while (room && strlen(text) + strlen(hang) > room) {
		for (len = room - strlen(hang); len > 0 && text[len] != ' '; len--)
			;
		if (!len)
			break;
		fprintf(out, "%s%s%.*s\n", before, hang, (int)len, text);
		text += len + 1;
		hang = "  ";
	}
	fprintf(out, "%s%s%s\n", before, hang, text);
}
