/* SPDX-License-Identifier: BSD-2-Clause */
/* The options of `pmc compare`, and what is compared. */
#ifndef PMC_CLI_COMPARE_OPTIONS_H
#define PMC_CLI_COMPARE_OPTIONS_H

#include "cli/run/fixed.h"
#include "cli/ui/options.h"

#include <stdbool.h>

struct subcommand;

struct compare_options {
	/* Two files, or two commands of which each is closed by NULL; the other is NULL. */
	const char *file[2];
	char **command[2];

	struct option_list events; /* each -e */
	const char *backend;	   /* NULL: choose */
	const char *events_file;
	struct fixed_options fixed;
	long repeat, warmup;
	bool wait_all;
	const char *pre, *post;

	struct option_list fail_if;
	bool force;
	const char *format, *output;
	bool no_cache, help;
};

/*
 * Reads the options. Returns false when there is nothing to compare, with the exit status in
 * *status: the help text was printed, or the options are wrong. Free with compare_options_deinit()
 * in every case.
 */
bool compare_options_init(struct compare_options *opt, const struct subcommand *self, char **argv,
			  int *status);
void compare_options_deinit(struct compare_options *opt);

#endif
