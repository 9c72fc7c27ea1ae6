/* SPDX-License-Identifier: BSD-2-Clause */
/* The options of `pmc summary`, and which of them go together. */
#ifndef PMC_CLI_SUMMARY_OPTIONS_H
#define PMC_CLI_SUMMARY_OPTIONS_H

#include "cli/run/fixed.h"
#include "cli/run/modelled.h"
#include "cli/ui/options.h"

#include <stdbool.h>

struct subcommand;

struct summary_options {
	const char *backend; /* NULL: choose */
	struct fixed_options fixed;
	struct modelled_options models;
	const char *model; /* print the formulas of this PMU, and run nothing */
	long repeat;
	const char *separator, *output;
	bool json, append, all_cpus, no_cache, help;
	unsigned verbose;
	char **command;
};

/*
 * Reads the options. Returns false when there is nothing to do, with the exit status in *status:
 * the help text was printed, or the options are wrong. Free with summary_options_deinit() in every
 * case.
 */
bool summary_options_init(struct summary_options *opt, const struct subcommand *self, char **argv,
			  int *status);
void summary_options_deinit(struct summary_options *opt);

#endif
