/* SPDX-License-Identifier: BSD-2-Clause */
/* A subcommand, as the table in main.c lists it and `pmc help` describes it. */
#ifndef PMC_CLI_UI_SUBCOMMAND_H
#define PMC_CLI_UI_SUBCOMMAND_H

#include <stdbool.h>

struct option;

/*
 * run() gets the arguments after the subcommand's name, closed by NULL, and returns the exit
 * status. It reports every mistake in the user's input before it starts, creates or changes
 * anything.
 */
struct subcommand {
	const char *name;
	const char *arguments; /* for the usage line */
	const char *about;     /* one line */
	int (*run)(const struct subcommand *self, char **argv);
	bool list_options; /* --help lists the options for completion in shells instead */
};

/*
 * Prints the help text: usage, purpose and options; or, with list_options, what options_list()
 * prints. Returns the exit status.
 */
int subcommand_help(const struct subcommand *self, const struct option *table);

#endif
