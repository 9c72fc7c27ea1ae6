/* SPDX-License-Identifier: BSD-2-Clause */
/* The rows of a report. */
#define _GNU_SOURCE /* qsort_r */
#include "cli/report/view.h"

#include "cli/profile/heading.h"
#include "cli/report/options.h"
#include "cli/run/average.h"
#include "cli/ui/complain.h"
#include "cli/ui/grouped.h"
#include "cli/ui/status.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Numbers ---- */

static bool is_cycle(const struct view *v, unsigned row)
{
	return row >= v->rows.n;
}

uint64_t view_count(const struct view *v, unsigned row, unsigned event)
{
	return is_cycle(v, row) ? 0 : rows_count(&v->rows, row)[event];
}

uint64_t view_inclusive(const struct view *v, unsigned row, unsigned event)
{
	if (!v->has_graph)
		return view_count(v, row, event);
	return v->graph.inclusive[(size_t)row * v->chosen->n + event];
}

double view_percent(const struct view *v, uint64_t count, unsigned event)
{
	uint64_t total = v->event[event].total;

	return total ? (double)count / (double)total * 100 : 0;
}

/* ---- Columns ---- */

static struct column *add_column(struct view *v, enum column_kind kind, unsigned event,
				 const char *heading)
{
	struct column *column = &v->column[v->n_columns++];

	column->kind = kind;
	column->event = event;
	snprintf(column->heading, sizeof(column->heading), "%s", heading);
	return column;
}

static void add_event_columns(struct view *v, unsigned event)
{
	const struct report_options *opt = v->options;
	const char *estimated = v->has_graph && v->graph.estimated ? "estimated" : "inclusive";
	bool sampled = v->event[event].samples > 0;

	if (opt->children) {
		add_column(v, COLUMN_INCLUSIVE_PERCENT, event, estimated);
		add_column(v, COLUMN_PERCENT, event, "self");
		if (sampled)
			add_column(v, COLUMN_ERROR, event, "±");
		add_column(v, COLUMN_INCLUSIVE, event, estimated);
	} else {
		add_column(v, COLUMN_PERCENT, event, "percent");
		if (sampled)
			add_column(v, COLUMN_ERROR, event, "±");
	}
	add_column(v, COLUMN_COUNT, event, v->event[event].name);
	if (opt->samples && sampled)
		add_column(v, COLUMN_SAMPLES, event, "samples");
}

static int make_columns(struct view *v)
{
	const struct keys *keys = &v->options->keys;
	unsigned i;

	v->column = calloc((size_t)v->chosen->n * 6 + keys->n, sizeof(*v->column));
	if (!v->column)
		return -1;
	for (i = 0; i < v->chosen->n; i++)
		add_event_columns(v, i);
	for (i = 0; i < keys->n; i++)
		add_column(v, COLUMN_KEY, 0, keys_name(keys->key[i]))->key = keys->key[i];
	return 0;
}

/* ---- Order ---- */

/* A row with what orders it, which a report of many rows does not look up for each comparison. */
struct weighted {
	uint64_t inclusive, count;
	unsigned row;
};

static int compare_weighted(const void *x, const void *y)
{
	const struct weighted *a = x, *b = y;

	if (a->inclusive != b->inclusive)
		return a->inclusive > b->inclusive ? -1 : 1;
	if (a->count != b->count)
		return a->count > b->count ? -1 : 1;
	return a->row < b->row ? -1 : a->row > b->row;
}

/* Larger counts first; rows of equal counts stay as places are: by object and address. */
int view_order(struct view *v, unsigned event)
{
	struct weighted *all = malloc((v->n_shown + 1ul) * sizeof(*all));
	unsigned i;

	if (!all)
		return -ENOMEM;
	for (i = 0; i < v->n_shown; i++) {
		unsigned row = v->order[i];

		all[i].inclusive = v->options->children ? view_inclusive(v, row, event) : 0;
		all[i].count = view_count(v, row, event);
		all[i].row = row;
	}
	qsort(all, v->n_shown, sizeof(*all), compare_weighted);
	for (i = 0; i < v->n_shown; i++)
		v->order[i] = all[i].row;
	free(all);
	return 0;
}

/* What decides whether a row is shown. */
static uint64_t weight(const struct view *v, unsigned row, unsigned event)
{
	return v->options->children ? view_inclusive(v, row, event) : view_count(v, row, event);
}

/* Chooses the rows that are shown: those with counts, above the limit. */
static void choose_rows(struct view *v)
{
	unsigned row, i, n = v->rows.n;

	if (v->has_graph && v->options->children && !filter_is_set(v->subject->filter.options))
		n += v->graph.n_cycles;
	for (row = 0; row < n; row++) {
		bool any = false, enough = !v->options->limit;

		if (row < v->rows.n && v->subject->whole &&
		    !subject_shows(v->subject, &v->rows.spot[row]))
			continue;
		for (i = 0; i < v->chosen->n; i++) {
			uint64_t count = weight(v, row, i);

			any |= count > 0;
			enough |= view_percent(v, count, i) >= v->options->limit;
		}
		if (any && enough) {
			v->order[v->n_shown++] = row;
		} else if (any && row < v->rows.n) {
			v->n_left_out++;
			for (i = 0; i < v->chosen->n; i++)
				v->left_out[i] += view_count(v, row, i);
		}
	}
}

/* ---- Making ---- */

static int make_rows(struct view *v)
{
	const struct report_options *opt = v->options;
	const struct keys *keys = &opt->keys;
	unsigned n = v->chosen->n, i;
	int err;

	v->has_graph = opt->children || opt->calls;
	v->subject->whole = v->has_graph;
	subject_prepare(v->subject, keys);
	v->event = calloc(n + 1, sizeof(*v->event));
	v->left_out = calloc(n + 1, sizeof(*v->left_out));
	if (!v->event || !v->left_out)
		return -1;
	for (i = 0; i < n; i++)
		pmc_profile_event_at(v->subject->profile, v->chosen->index[i], &v->event[i]);
	if (rows_init(&v->rows, subject_key_words(keys), n))
		return -1;
	err = rows_add_places(&v->rows, v->subject, keys, v->chosen->index, n, 0);
	v->stale = err == -ESTALE;
	if (err || (v->has_graph &&
		    graph_init(&v->graph, &v->rows, v->subject, keys, v->chosen->index, n)))
		return -1;
	v->order = calloc((size_t)v->rows.n + v->graph.n_cycles + 1, sizeof(*v->order));
	if (!v->order || make_columns(v))
		return -1;
	choose_rows(v);
	return view_order(v, 0);
}

int view_init(struct view *v, const struct report_options *options, const char *name,
	      struct subject *subject, const struct chosen_events *chosen)
{
	memset(v, 0, sizeof(*v));
	v->options = options;
	v->name = name;
	v->subject = subject;
	v->chosen = chosen;
	if (make_rows(v)) {
		if (!v->stale)
			complain("out of memory");
		return STATUS_FAILED;
	}
	return filter_check_functions(&subject->filter, &subject->functions, "--symbols");
}

void view_deinit(struct view *v)
{
	rows_deinit(&v->rows);
	graph_deinit(&v->graph);
	free(v->event);
	free(v->left_out);
	free(v->order);
	free(v->column);
	memset(v, 0, sizeof(*v));
}

/* ---- Texts ---- */

static const char *number(uint64_t count, bool plain, char *text)
{
	if (plain)
		snprintf(text, VIEW_TEXT, "%llu", (unsigned long long)count);
	else
		grouped_write(text, count);
	return text;
}

/* Writes "12.34%", as printf(3) rounds, which takes ten times as long. */
static void write_percent(char *to, double value)
{
	double hundredths = value * 100, rest;
	unsigned whole, n;

	if (value >= 0 && value < 999) {
		n = (unsigned)hundredths;
		rest = hundredths - n;
		/* In the middle, digits count that the product has lost. */
		if (rest < 0.499 || rest > 0.501) {
			n += rest > 0.5;
			whole = n / 100;
			if (whole >= 100)
				*to++ = (char)('0' + whole / 100 % 10);
			if (whole >= 10)
				*to++ = (char)('0' + whole / 10 % 10);
			*to++ = (char)('0' + whole % 10);
			*to++ = '.';
			*to++ = (char)('0' + n / 10 % 10);
			*to++ = (char)('0' + n % 10);
			strcpy(to, "%");
			return;
		}
	}
	snprintf(to, VIEW_TEXT, "%.2f%%", value);
}

static const char *percent(const struct view *v, uint64_t count, unsigned event, char *text)
{
	write_percent(text, view_percent(v, count, event));
	return text;
}

/* The standard deviation of a sampled percentage: n samples vary by the root of n. */
static const char *error(const struct view *v, unsigned row, unsigned event, char *text)
{
	uint64_t count = view_count(v, row, event);
	double n = event_samples(&v->event[event], count);

	if (n <= 0)
		return "";
	snprintf(text, VIEW_TEXT, "%.2f", view_percent(v, count, event) / square_root(n));
	return text;
}

const char *view_function(const struct view *v, unsigned row, char text[VIEW_TEXT])
{
	const char *name;

	if (row == GRAPH_UNKNOWN)
		return "[targets that were not recorded]";
	if (is_cycle(v, row)) {
		unsigned cycle = row - v->rows.n;

		snprintf(text, VIEW_TEXT, "[cycle %u of %u functions]", cycle + 1,
			 v->graph.cycles[cycle].members);
		return text;
	}
	name = subject_text(v->subject, KEY_FUNCTION, &v->rows.spot[row], text);
	if (!v->has_graph || v->graph.cycle[row] == ROW_NONE || name == text)
		return name;
	snprintf(text, VIEW_TEXT, "%.370s [cycle %u]", name, v->graph.cycle[row] + 1);
	return text;
}

static const char *key_text(const struct view *v, unsigned row, enum key key, char *text)
{
	if (key == KEY_FUNCTION)
		return view_function(v, row, text);
	return is_cycle(v, row) ? "" : subject_text(v->subject, key, &v->rows.spot[row], text);
}

#define CACHE_LINE 64

void view_expect(const struct view *v, unsigned row)
{
	const char *name;
	unsigned i;

	if (is_cycle(v, row))
		return;
	/* What follows, the CPU fetches by itself. */
	name = subject_function(v->subject, &v->rows.spot[row]);
	for (i = 0; i < 3; i++)
		__builtin_prefetch(name + i * CACHE_LINE);
}

const char *view_text(const struct view *v, unsigned row, const struct column *c, bool plain,
		      char text[VIEW_TEXT])
{
	switch (c->kind) {
	case COLUMN_INCLUSIVE_PERCENT:
		return percent(v, view_inclusive(v, row, c->event), c->event, text);
	case COLUMN_PERCENT:
		return percent(v, view_count(v, row, c->event), c->event, text);
	case COLUMN_ERROR:
		return error(v, row, c->event, text);
	case COLUMN_INCLUSIVE:
		return number(view_inclusive(v, row, c->event), plain, text);
	case COLUMN_COUNT:
		return number(view_count(v, row, c->event), plain, text);
	case COLUMN_SAMPLES:
		return number((uint64_t)(event_samples(&v->event[c->event],
						       view_count(v, row, c->event)) +
					 0.5),
			      plain, text);
	default:
		return key_text(v, row, c->key, text);
	}
}

/* ---- Callers and callees ---- */

struct ordering {
	const struct view *view;
	unsigned event;
};

static int compare_arcs(const void *x, const void *y, void *argument)
{
	const struct ordering *o = argument;
	const struct graph *g = &o->view->graph;
	unsigned a = *(const unsigned *)x, b = *(const unsigned *)y;
	uint64_t p = g->arc_count[(size_t)a * g->n_events + o->event];
	uint64_t q = g->arc_count[(size_t)b * g->n_events + o->event];

	if (p != q)
		return p > q ? -1 : 1;
	if (g->arc[a].calls != g->arc[b].calls)
		return g->arc[a].calls > g->arc[b].calls ? -1 : 1;
	return a < b ? -1 : a > b;
}

size_t view_arcs(const struct view *v, unsigned row, bool in, unsigned event, unsigned **arcs)
{
	struct ordering ordering = { v, event };
	const struct graph *g = &v->graph;
	const size_t *first = in ? g->in_first : g->out_first;
	size_t n;

	*arcs = NULL;
	if (!v->has_graph || is_cycle(v, row))
		return 0;
	n = first[row + 1] - first[row];
	*arcs = malloc((n + 1) * sizeof(**arcs));
	if (!*arcs)
		return 0;
	memcpy(*arcs, (in ? g->in : g->out) + first[row], n * sizeof(**arcs));
	qsort_r(*arcs, n, sizeof(**arcs), compare_arcs, &ordering);
	return n;
}
