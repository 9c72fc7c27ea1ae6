/* SPDX-License-Identifier: BSD-2-Clause */
/* The lines of the browser. */
#include "cli/report/lines.h"

#include "cli/report/options.h"
#include "cli/report/pager.h"
#include "cli/report/view.h"
#include "cli/ui/grouped.h"
#include "cli/ui/width.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WIDEST_KEY 40
#define HOT	   5.0 /* percent from which on a row is hot, and warm; as in perf */
#define WARM	   0.5

/* ---- Which lines there are ---- */

static int add(struct lines *l, unsigned row, unsigned arc, bool in)
{
	if (l->n == l->room) {
		size_t more = l->room * 2 + 256;
		struct line *grown = realloc(l->line, more * sizeof(*grown));

		if (!grown)
			return -ENOMEM;
		l->line = grown;
		l->room = more;
	}
	l->line[l->n++] = (struct line){ row, arc, in };
	return 0;
}

static int add_arcs(struct lines *l, unsigned row, bool in)
{
	unsigned *arcs;
	size_t n = view_arcs(l->view, row, in, l->event, &arcs), i;
	int err = 0;

	for (i = 0; i < n && !err; i++)
		err = add(l, row, arcs[i], in);
	free(arcs);
	return err;
}

/* Rows without a count of the event are left out. */
static int make(struct lines *l)
{
	const struct view *v = l->view;
	unsigned i, row;
	int err = 0;

	l->n = 0;
	for (i = 0; i < v->n_shown && !err; i++) {
		row = v->order[i];
		if (!view_count(v, row, l->event) && !view_inclusive(v, row, l->event))
			continue;
		if (!v->options->children && !view_count(v, row, l->event))
			continue;
		err = add(l, row, LINE_ROW, false);
		if (!err && l->open[row])
			err = add_arcs(l, row, true);
		if (!err && l->open[row])
			err = add_arcs(l, row, false);
	}
	return err;
}

/* ---- Texts ---- */

static bool is_shown(const struct lines *l, const struct column *column)
{
	return column->kind == COLUMN_KEY || column->event == l->event;
}

static void make_widths(struct lines *l)
{
	const struct view *v = l->view;
	char text[VIEW_TEXT];
	unsigned k;
	size_t i;

	for (k = 0; k < v->n_columns; k++) {
		l->width[k] = width_of(v->column[k].heading);
		for (i = 0; i < l->n && is_shown(l, &v->column[k]); i++) {
			int w;

			if (l->line[i].arc != LINE_ROW)
				continue;
			w = width_of(view_text(v, l->line[i].row, &v->column[k], false, text));
			if (v->column[k].kind == COLUMN_KEY && w > WIDEST_KEY)
				w = WIDEST_KEY;
			if (w > l->width[k])
				l->width[k] = w;
		}
	}
}

/* A text that is being put together. */
struct composing {
	char *text;
	size_t at, size;
};

static void put(struct composing *c, const char *text)
{
	size_t n = strlen(text);

	if (c->at + n >= c->size)
		n = c->size - c->at - 1;
	memcpy(c->text + c->at, text, n);
	c->at += n;
	c->text[c->at] = 0;
}

static void put_blanks(struct composing *c, int n)
{
	while (n-- > 0)
		put(c, " ");
}

static void put_cell(struct composing *c, const struct column *column, const char *text, int width)
{
	put(c, "  ");
	if (column->kind != COLUMN_KEY)
		put_blanks(c, width - width_of(text));
	put(c, text);
	if (column->kind == COLUMN_KEY)
		put_blanks(c, width - width_of(text));
}

void lines_heading(const struct lines *l, char *text, size_t size)
{
	struct composing c = { text, 0, size };
	const struct view *v = l->view;
	unsigned k;

	text[0] = 0;
	put(&c, " ");
	for (k = 0; k < v->n_columns; k++)
		if (is_shown(l, &v->column[k]))
			put_cell(&c, &v->column[k], v->column[k].heading, l->width[k]);
}

static void write_row(const struct lines *l, unsigned row, struct pager_line *line)
{
	struct composing c = { line->text, 0, sizeof(line->text) };
	const struct view *v = l->view;
	uint64_t count = v->options->children ? view_inclusive(v, row, l->event) :
						view_count(v, row, l->event);
	double percent = view_percent(v, count, l->event);
	char text[VIEW_TEXT];
	unsigned k;

	put(&c, row >= v->rows.n || !v->has_graph ? " " : l->open[row] ? "-" : "+");
	for (k = 0; k < v->n_columns; k++)
		if (is_shown(l, &v->column[k]))
			put_cell(&c, &v->column[k], view_text(v, row, &v->column[k], false, text),
				 l->width[k]);
	line->look = percent >= HOT ? LOOK_HOT : percent >= WARM ? LOOK_WARM : LOOK_PLAIN;
}

static void write_arc(const struct lines *l, const struct line *at, struct pager_line *line)
{
	const struct view *v = l->view;
	const struct arc *arc = &v->graph.arc[at->arc];
	uint64_t count = v->graph.arc_count[(size_t)at->arc * v->graph.n_events + l->event];
	char text[VIEW_TEXT], cost[GROUPED_TEXT], calls[GROUPED_TEXT + 8] = "", share[16];

	grouped_write(cost, count);
	snprintf(share, sizeof(share), "%.2f%%", view_percent(v, count, l->event));
	if (arc->to == GRAPH_UNKNOWN || graph_is_recursive(&v->graph, arc)) {
		strcpy(cost, "-");
		strcpy(share, "-");
	}
	if (!v->graph.from_stacks) {
		grouped_write(calls, arc->calls);
		strcat(calls, " calls");
	}
	snprintf(line->text, sizeof(line->text), "      %7s  %15s%s  %20s  %s %.900s", share, cost,
		 v->graph.estimated && cost[0] != '-' ? " (estimated)" : "", calls,
		 at->in ? "<-" : "->", view_function(v, at->in ? arc->from : arc->to, text));
	line->look = LOOK_WEAK;
}

void lines_text(void *of, size_t at, struct pager_line *line)
{
	const struct lines *l = of;

	if (l->line[at].arc == LINE_ROW)
		write_row(l, l->line[at].row, line);
	else
		write_arc(l, &l->line[at], line);
}

/* ---- What the user does ---- */

int lines_init(struct lines *l, struct view *view)
{
	memset(l, 0, sizeof(*l));
	l->view = view;
	l->open = calloc((size_t)view->rows.n + view->graph.n_cycles + 1, sizeof(*l->open));
	l->width = calloc(view->n_columns + 1, sizeof(*l->width));
	if (!l->open || !l->width)
		return -ENOMEM;
	return lines_show_event(l, 0);
}

void lines_deinit(struct lines *l)
{
	free(l->line);
	free(l->open);
	free(l->width);
	memset(l, 0, sizeof(*l));
}

int lines_show_event(struct lines *l, unsigned event)
{
	int err;

	l->event = event;
	err = view_order(l->view, event);
	if (!err)
		err = make(l);
	if (!err)
		make_widths(l);
	return err;
}

long lines_toggle(struct lines *l, size_t at)
{
	unsigned row = l->line[at].row;
	int err;

	l->open[row] = !l->open[row];
	err = make(l);
	if (err)
		return err;
	for (at = 0; at < l->n; at++)
		if (l->line[at].row == row)
			break;
	return (long)at;
}

unsigned lines_row(const struct lines *l, size_t at)
{
	const struct line *line = &l->line[at];
	const struct arc *arc;

	if (line->arc == LINE_ROW)
		return line->row;
	arc = &l->view->graph.arc[line->arc];
	return line->in ? arc->from : arc->to;
}
