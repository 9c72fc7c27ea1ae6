/* SPDX-License-Identifier: BSD-2-Clause */
/* The options of `pmc diff`. */
#ifndef PMC_CLI_DIFF_OPTIONS_H
#define PMC_CLI_DIFF_OPTIONS_H

#include "cli/profile/filter.h"
#include "cli/profile/keys.h"
#include "cli/profile/subject.h"
#include "cli/ui/options.h"

#include <stdbool.h>

struct subcommand;

struct diff_options {
	const char *file[2]; /* before and after */
	const char *sort, *separator, *html, *svg;
	struct option_list events, fail_if;
	struct filter_options filter;
	bool json, all, force, quiet, help;
	/* Of the above: */
	struct keys keys;
	struct subject_options subject;
};

/*
 * Returns true when there is something to compare; false: *status is the exit status, for --help
 * and after a complaint.
 */
bool diff_options_init(struct diff_options *options, const struct subcommand *self, char **argv,
		       int *status);
void diff_options_deinit(struct diff_options *options);

#endif
