/* SPDX-License-Identifier: BSD-2-Clause */
/* The options of `pmc count`, its events and its command. */
#ifndef PMC_CLI_COUNT_OPTIONS_H
#define PMC_CLI_COUNT_OPTIONS_H

#include <stdbool.h>

struct subcommand;

struct count_options {
	const char *backend; /* NULL: choose */
	const char *model;   /* show the runs for this PMU, and run nothing */
	long repeat;
	const char *separator, *output;
	bool json, append, help;
	bool sum;     /* SUM instead of events */
	char **event; /* up to the "--", closed by NULL; in argv's own array */
	char **command;
};

/*
 * Reads the options. Returns false when there is nothing to do, with the exit status in *status:
 * the help text was printed, or the options are wrong.
 */
bool count_options_init(struct count_options *opt, const struct subcommand *self, char **argv,
			int *status);

#endif
