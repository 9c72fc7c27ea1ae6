/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The columns of the table for people. In files and pipes they are perf's. On a terminal that is
 * too narrow for them each column gets the width that it needs; what still does not fit goes to a
 * second line, below the event, so that the terminal breaks no line.
 */
#ifndef PMC_CLI_STAT_LAYOUT_H
#define PMC_CLI_STAT_LAYOUT_H

#include "cli/stat/number.h"
#include "cli/stat/reading.h"

#include <stddef.h>
#include <stdio.h>

/* One line of the table, in pieces. Empty pieces are "". */
struct cells {
	char before[ROW_NAME + 48]; /* the time of an interval, and whose counts these are */
	char value[NUMBER_TEXT], unit[NUMBER_UNIT];
	const char *label;
	char rate[96];	 /* begins with " # " */
	char after[192]; /* spread, range and mark; each begins with two blanks */
};

struct layout {
	unsigned columns; /* of the terminal; 0: none */
	int value, unit, label, rate;
};

/* Finds the columns for all lines of a report; `columns` are those of the terminal, or 0. */
void layout_init(struct layout *layout, unsigned columns, const struct cells *cells, size_t n);
void layout_print(const struct layout *layout, const struct cells *cells, FILE *out);

/*
 * Prints a sentence as one line; on a terminal, with line breaks at blanks. Each line begins with
 * `before`, the ones behind the first with two more blanks.
 */
void layout_sentence(unsigned columns, const char *before, const char *text, FILE *out);

#endif
