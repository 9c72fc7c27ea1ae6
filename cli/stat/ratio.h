/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The rate that stands beside a value: perf's for the events that perf has, by the rules of perf
 * 6.1, and ours for the events that perf does not have.
 */
#ifndef PMC_CLI_STAT_RATIO_H
#define PMC_CLI_STAT_RATIO_H

#include <stdbool.h>
#include <stddef.h>

struct report;
struct report_row;

struct ratio {
	bool known; /* there is a value; without one, perf leaves its place empty */
	double value;
	const char *format; /* for value in a table and in CSV: "%8.3f" */
	char unit[48];	    /* "" when the event has no rate */
};

void ratio_of(const struct report *report, const struct report_row *row, size_t event,
	      struct ratio *ratio);

#endif
