/* SPDX-License-Identifier: BSD-2-Clause */
/* Which part of a profile the user wants to see. */
#ifndef PMC_CLI_PROFILE_FILTER_H
#define PMC_CLI_PROFILE_FILTER_H

#include "cli/ui/options.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct functions;
struct names;
struct pmc_profile;
struct titles;

/* As the user gave them: lists with commas, each option any number of times. */
struct filter_options {
	struct option_list comm, object, function, pid, tid;
};

/* Rows of a table of options; o is a struct filter_options. */
#define FILTER_OPTIONS(o)                                                                        \
	{ 'c', "comms", OPTION_LIST, &(o)->comm, "NAMES", "only threads of these names" },       \
		{ 'd',		"dsos",	 OPTION_LIST,                                            \
		  &(o)->object, "FILES", "only these objects: paths, or file names" },           \
	{                                                                                        \
		'S', "symbols", OPTION_LIST, &(o)->function, "FUNCTIONS", "only these functions" \
	}
#define FILTER_NUMBER_OPTIONS(o)                                               \
	{ 0, "pid", OPTION_LIST, &(o)->pid, "PIDS", "only these processes" },  \
	{                                                                      \
		0, "tid", OPTION_LIST, &(o)->tid, "TIDS", "only these threads" \
	}

struct filter {
	const struct filter_options *options;
	const struct pmc_profile *profile;
	bool *thread, *object; /* which ones pass, of those in the profile */
	bool lenient;
	char *function; /* what is known of each function: 0: nothing, 'y': it passes, 'n' */
	size_t n_functions;
};

/*
 * The options have to live as long. Complains when they name what the profile does not have, unless
 * `lenient`: of two profiles only one may have it (filter_check_both()). Returns 0 or an exit
 * status.
 */
int filter_init(struct filter *filter, const struct filter_options *options,
		const struct pmc_profile *profile, const struct names *names,
		const struct titles *titles, bool lenient);
void filter_deinit(struct filter *filter);
void filter_options_deinit(struct filter_options *options);

bool filter_is_set(const struct filter_options *options);
/* Prints the options as the user gave them. */
void filter_print(FILE *out, const struct filter_options *options);

/* Does a count pass? `name` (NULL: unknown) is that of function number `function`. */
bool filter_passes(struct filter *filter, unsigned object, unsigned thread, unsigned function,
		   const char *name);

/*
 * Complains about the first function of the option (NULL: words without one) that none of the
 * functions is. Call it when all places have been asked for. Returns 0 or an exit status.
 */
int filter_check_functions(const struct filter *filter, const struct functions *functions,
			   const char *option);

/* One of two profiles that are compared. */
struct filter_side {
	const struct filter *filter;
	const struct names *names;
	const struct titles *titles;
	const struct functions *functions;
};

/* Complains about the first name of the options that neither profile has. Call it when all places
 * of both have been asked for. Returns 0 or an exit status. */
int filter_check_both(const struct filter_side side[2]);

#endif
