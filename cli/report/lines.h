/* SPDX-License-Identifier: BSD-2-Clause */
/* The lines of the browser: rows of a view, and callers and callees of those that are open. */
#ifndef PMC_CLI_REPORT_LINES_H
#define PMC_CLI_REPORT_LINES_H

#include <stdbool.h>
#include <stddef.h>

struct pager_line;
struct view;

#define LINE_ROW (~0u)

struct line {
	unsigned row;
	unsigned arc; /* LINE_ROW: the line is the row's own */
	bool in;      /* of an arc: from a caller */
};

struct lines {
	struct view *view;
	unsigned event; /* the one that is shown */
	struct line *line;
	size_t n, room;
	bool *open; /* of each row */
	int *width; /* of each column */
};

int lines_init(struct lines *lines, struct view *view);
void lines_deinit(struct lines *lines);

/* Shows another event. Returns 0 or -ENOMEM. */
int lines_show_event(struct lines *lines, unsigned event);
/* Opens or closes the row of a line. Returns the number of the row's line, or -ENOMEM. */
long lines_toggle(struct lines *lines, size_t at);
/* The function that a line is about: a row, or GRAPH_UNKNOWN. */
unsigned lines_row(const struct lines *lines, size_t at);

/* For a pager: of is the lines. */
void lines_text(void *of, size_t at, struct pager_line *text);
void lines_heading(const struct lines *lines, char *text, size_t size);

#endif
