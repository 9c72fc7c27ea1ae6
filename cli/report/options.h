/* SPDX-License-Identifier: BSD-2-Clause */
/* The options of `pmc report`. Those that perf report has are spelled as there. */
#ifndef PMC_CLI_REPORT_OPTIONS_H
#define PMC_CLI_REPORT_OPTIONS_H

#include "cli/profile/filter.h"
#include "cli/profile/keys.h"
#include "cli/profile/subject.h"
#include "cli/ui/options.h"

#include <stdbool.h>

struct subcommand;

struct report_options {
	const char *input, *sort, *separator, *limit_text, *html, *svg;
	struct option_list events;
	struct filter_options filter;
	bool children, calls, samples, raw, json, stdio, tui, advice, quiet, help;
	/* Of the above: */
	struct keys keys;
	double limit; /* rows below so many percent are left out */
	struct subject_options subject;
};

/*
 * Returns true when there is a report to make; false: *status is the exit status, for --help and
 * after a complaint.
 */
bool report_options_init(struct report_options *options, const struct subcommand *self, char **argv,
			 int *status);
/* Are the rows functions, which have callers and callees? */
bool report_options_suit_calls(const struct report_options *options);
void report_options_deinit(struct report_options *options);

#endif
