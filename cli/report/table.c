/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A report as a table for people. Lines that are no rows begin with '#', as perf's do, so that
 * scripts can leave them out.
 */
#include "cli/report/table.h"

#include "cli/profile/heading.h"
#include "cli/report/options.h"
#include "cli/report/view.h"
#include "cli/ui/grouped.h"
#include "cli/ui/plain.h"
#include "cli/ui/width.h"

#include <stdlib.h>
#include <string.h>

#define WIDEST_KEY 60 /* a longer text moves what follows it */
#define ARCS_SHOWN 12 /* callers, and callees */

/* Prints what is short and plain: for each of many thousand rows, a call of stdio costs as much. */
static void print_short(FILE *out, const char *text)
{
	while (*text)
		putc_unlocked(*text++, out);
}

/* Prints a cell: numbers to the right, keys to the left, nothing behind the last one. */
static void print_cell(FILE *out, const struct view *v, unsigned i, const char *text, int width)
{
	bool key = v->column[i].kind == COLUMN_KEY;
	int blanks = key && i + 1 == v->n_columns ? 0 : width - width_of(text);

	if (!key)
		width_fill(out, ' ', blanks);
	/* Headings may be names of events that others wrote; numbers are ours. */
	if (key || text == v->column[i].heading)
		plain_print(out, text);
	else
		print_short(out, text);
	if (key)
		width_fill(out, ' ', blanks);
}

/* The row whose number is the widest in the column; errors have no order. */
static unsigned widest_number(const struct view *v, const struct column *column)
{
	bool inclusive = column->kind == COLUMN_INCLUSIVE ||
			 column->kind == COLUMN_INCLUSIVE_PERCENT;
	unsigned widest = 0, i;
	uint64_t most = 0, count;

	for (i = 0; i < v->n_shown; i++) {
		count = inclusive ? view_inclusive(v, v->order[i], column->event) :
				    view_count(v, v->order[i], column->event);
		if (count < most)
			continue;
		most = count;
		widest = i;
	}
	return widest;
}

static int width_of_column(const struct view *v, const struct column *column)
{
	bool ordered = column->kind != COLUMN_KEY && column->kind != COLUMN_ERROR;
	unsigned first = ordered ? widest_number(v, column) : 0, i;
	int width = width_of(column->heading), w;
	char text[VIEW_TEXT];

	for (i = first; i < v->n_shown; i++) {
		w = width_of(view_text(v, v->order[i], column, false, text));
		if (column->kind == COLUMN_KEY && w > WIDEST_KEY)
			w = WIDEST_KEY;
		if (w > width)
			width = w;
		if (ordered)
			break;
	}
	return width;
}

static int *make_widths(const struct view *v)
{
	int *width = calloc(v->n_columns + 1, sizeof(*width));
	unsigned k;

	for (k = 0; width && k < v->n_columns; k++) {
		const struct column *column = &v->column[k];

		/* The last column is as long as it wants to be. */
		if (k + 1 == v->n_columns && column->kind == COLUMN_KEY)
			width[k] = width_of(column->heading);
		else
			width[k] = width_of_column(v, column);
	}
	return width;
}

static void print_columns(FILE *out, const struct view *v, const int *width)
{
	unsigned k;

	fputs("#\n#", out);
	for (k = 0; k < v->n_columns; k++) {
		fputs(k ? "  " : " ", out);
		print_cell(out, v, k, v->column[k].heading, width[k]);
	}
	fputs("\n#", out);
	for (k = 0; k < v->n_columns; k++) {
		fputs(k ? "  " : " ", out);
		width_fill(out, '.', width[k]);
	}
	fputs("\n#\n", out);
}

/* ---- Callers and callees ---- */

static void print_arc(FILE *out, const struct view *v, const struct arc *arc, bool in)
{
	size_t index = (size_t)(arc - v->graph.arc);
	uint64_t count = v->graph.arc_count[index * v->graph.n_events];
	char text[VIEW_TEXT], calls[GROUPED_TEXT] = "", cost[GROUPED_TEXT], share[16];

	if (!v->graph.from_stacks)
		grouped_write(calls, arc->calls);
	grouped_write(cost, count);
	snprintf(share, sizeof(share), "%.2f%%", view_percent(v, count, 0));
	if (arc->to == GRAPH_UNKNOWN || graph_is_recursive(&v->graph, arc)) {
		strcpy(cost, "-");
		strcpy(share, "-");
	}
	fprintf(out, "          %7s  %15s  %15s  %s ", share, cost, calls, in ? "<-" : "->");
	plain_print(out, view_function(v, in ? arc->from : arc->to, text));
	fputc('\n', out);
}

static void print_arcs(FILE *out, const struct view *v, unsigned row, bool in)
{
	size_t n, i;
	unsigned *arcs;

	n = view_arcs(v, row, in, 0, &arcs);
	for (i = 0; i < n && i < ARCS_SHOWN; i++)
		print_arc(out, v, &v->graph.arc[arcs[i]], in);
	if (n > ARCS_SHOWN)
		fprintf(out, "          %7s  %15s  %15s  %s %zu more\n", "", "", "",
			in ? "<-" : "->", n - ARCS_SHOWN);
	free(arcs);
}

/* Explains the lines of callers and callees. */
static void explain_arcs(FILE *out, const struct view *v)
{
	if (!v->options->calls)
		return;
	fprintf(out,
		"# below each function: '<-' its callers, '->' its callees; percent and count of "
		"%s (%s%s)%s\n",
		v->event[0].name,
		v->graph.from_stacks && v->subject->info.quality != PMC_SAMPLED ?
			"inclusive, from the call tree" :
		v->graph.from_stacks ? "inclusive, from the samples' stacks" :
		v->graph.estimated   ? "inclusive, estimated" :
				       "inclusive",
		v->graph.n_cycles ? "; not known inside a cycle" : "",
		v->graph.from_stacks ? "" : ", and the number of calls");
}

static void explain_estimate(FILE *out, const struct view *v)
{
	if (v->has_graph && v->graph.estimated)
		fputs("# estimated: what a function costs with all that it calls is distributed "
		      "over its callers by their numbers of calls\n",
		      out);
}

/* ---- The table ---- */

static void print_heading(FILE *out, const struct view *v, const int *width)
{
	heading_print(out, v->subject, v->name, v->chosen);
	explain_estimate(out, v);
	explain_arcs(out, v);
	print_columns(out, v, width);
}

static void print_rest(FILE *out, const struct view *v)
{
	char count[GROUPED_TEXT];

	if (!v->n_left_out)
		return;
	grouped_write(count, v->left_out[0]);
	fprintf(out, "#\n# %u row%s below %g %% left out; %s: %s (%.2f%%)\n", v->n_left_out,
		v->n_left_out == 1 ? "" : "s", v->options->limit, v->event[0].name, count,
		view_percent(v, v->left_out[0], 0));
}

/* So many rows before it is printed, a row is expected. */
#define AHEAD 4

void table_print(FILE *out, const struct view *v)
{
	int *width = make_widths(v);
	char text[VIEW_TEXT];
	unsigned i, k;

	if (!width)
		return;
	if (!v->options->quiet)
		print_heading(out, v, width);
	for (i = 0; i < v->n_shown; i++) {
		if (i + AHEAD < v->n_shown)
			view_expect(v, v->order[i + AHEAD]);
		for (k = 0; k < v->n_columns; k++) {
			print_short(out, "  ");
			print_cell(out, v, k, view_text(v, v->order[i], &v->column[k], false, text),
				   width[k]);
		}
		putc_unlocked('\n', out);
		if (v->options->calls) {
			print_arcs(out, v, v->order[i], true);
			print_arcs(out, v, v->order[i], false);
		}
	}
	if (!v->options->quiet)
		print_rest(out, v);
	free(width);
}
