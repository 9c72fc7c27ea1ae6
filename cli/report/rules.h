/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What --advice knows: from which share of misses on a line is worth a look, what to look at, and
 * who says so. A limit is where the misses cost some cycle for each access, on a Skylake server:
 * the costs are those of the event est-cycles (`pmc info --machine skylakex` prints their sources).
 */
#ifndef PMC_CLI_REPORT_RULES_H
#define PMC_CLI_REPORT_RULES_H

/* Names of events, without modifiers. */
struct rule {
	const char *title;
	const char *event; /* what a line has too many of … */
	const char
		*per[4]; /* … for each of these: the first that the profile has; ends with NULL */
	double limit;	 /* in percent */
	unsigned cost;	 /* of each miss, in cycles */
	const char *why; /* the limit */
	const char *look;
	const char *source;
};

extern const struct rule rules[];
extern const unsigned n_rules;

#endif
