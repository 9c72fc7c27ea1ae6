/* SPDX-License-Identifier: BSD-2-Clause */
/* The rows of a report in order, with what is printed of each. */
#ifndef PMC_CLI_REPORT_VIEW_H
#define PMC_CLI_REPORT_VIEW_H

#include "cli/profile/events.h"
#include "cli/profile/rows.h"
#include "cli/profile/subject.h"
#include "cli/report/graph.h"

#include <stdbool.h>
#include <stddef.h>

struct report_options;

enum column_kind {
	COLUMN_INCLUSIVE_PERCENT,
	COLUMN_PERCENT,
	COLUMN_ERROR, /* of a sampled percentage */
	COLUMN_INCLUSIVE,
	COLUMN_COUNT,
	COLUMN_SAMPLES,
	COLUMN_KEY,
};
struct column {
	enum column_kind kind;
	unsigned event; /* number among the chosen ones */
	enum key key;	/* COLUMN_KEY */
	char heading[64];
};

struct view {
	const struct report_options *options;
	const char *name; /* of the profile's file */
	struct subject *subject;
	const struct chosen_events *chosen;
	struct pmc_profile_event *event; /* the chosen ones */
	struct rows rows;
	struct graph graph; /* with --children or -g */
	bool has_graph;
	/* The rows that are shown, the largest first. Behind the rows of functions: cycles. */
	unsigned *order, n_shown;
	/* Rows below --percent-limit, and their counts together. */
	unsigned n_left_out;
	uint64_t *left_out;
	bool stale; /* the profile is a summary that is too coarse */
	unsigned n_columns;
	struct column *column;
};

/* Makes the rows. Returns 0 or an exit status, after a complaint unless the view is stale. */
int view_init(struct view *view, const struct report_options *options, const char *name,
	      struct subject *subject, const struct chosen_events *chosen);
void view_deinit(struct view *view);

/* Orders the rows by another of the chosen events. 0 or -ENOMEM. */
int view_order(struct view *view, unsigned event);

/* A row's count of a chosen event; 0 for cycles. */
uint64_t view_count(const struct view *view, unsigned row, unsigned event);
/* The same with all that it calls; without a graph the count. */
uint64_t view_inclusive(const struct view *view, unsigned row, unsigned event);
/* The percentage of the event's total. */
double view_percent(const struct view *view, uint64_t count, unsigned event);

#define VIEW_TEXT SUBJECT_TEXT

/*
 * Has the CPU fetch a row's name, which will be asked for soon: names stand in the order of
 * addresses, so one that is not expected is waited for.
 */
void view_expect(const struct view *view, unsigned row);
/* What stands in a column of a row, without blanks around it. `plain`: numbers without commas. */
const char *view_text(const struct view *view, unsigned row, const struct column *column,
		      bool plain, char text[VIEW_TEXT]);
/* The name of a row among callers and callees. */
const char *view_function(const struct view *view, unsigned row, char text[VIEW_TEXT]);

/*
 * The arcs from callers of a row (in), or to its callees: their numbers in the order of inclusive
 * counts, without those to itself. Returns how many; the caller frees *arcs.
 */
size_t view_arcs(const struct view *view, unsigned row, bool in, unsigned event, unsigned **arcs);

#endif
