/* SPDX-License-Identifier: BSD-2-Clause */
/* The options of `pmc annotate`. */
#ifndef PMC_CLI_ANNOTATE_OPTIONS_H
#define PMC_CLI_ANNOTATE_OPTIONS_H

#include "cli/profile/filter.h"
#include "cli/profile/subject.h"
#include "cli/ui/options.h"

#include <stdbool.h>

struct subcommand;

struct annotate_options {
	const char *input, *style, *percent_type;
	struct option_list events;
	struct filter_options filter;
	bool source;	/* show lines of sources */
	bool positions; /* -l: the file and line of each instruction */
	bool lines;	/* --lines: the hottest lines instead of functions */
	bool stdio, quiet, help;
	long limit; /* so many functions or lines; 0: all; -1: as many as suit */
	bool intel; /* the syntax of instructions */
	bool whole; /* percent of the whole profile instead of the function */
	struct subject_options subject;
};

/* Returns true, or false with the exit status after help or a complaint. */
bool annotate_options_init(struct annotate_options *opt, const struct subcommand *self, char **argv,
			   int *status);
void annotate_options_deinit(struct annotate_options *opt);

#endif
