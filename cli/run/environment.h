/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The environment of the command. What stands in it changes counts: the program copies it, and its
 * stack begins below it. So under --deterministic the command gets a fixed one, and of the caller's
 * only PATH and what --env names.
 */
#ifndef PMC_CLI_RUN_ENVIRONMENT_H
#define PMC_CLI_RUN_ENVIRONMENT_H

#include <stdbool.h>
#include <stddef.h>

struct fixed_options;
struct pmc_fixed;

struct environment {
	char **envp; /* for pmc_command_create(); NULL: pmc's own */
	bool is_fixed, all;
	char layouts[12]; /* in how many the command's memory is laid out; "": no such option */
	/* The record: names with blanks between, and a sum over all strings. */
	char *names, hash[17];
};

/*
 * `layouts` is how many --layouts asks for; 0: it is not given. Returns 0, or an exit status after
 * a complaint. Call environment_deinit() in every case.
 */
int environment_init(struct environment *env, const struct fixed_options *opt, long layouts);
/* Does nothing to an environment of zeros. */
void environment_deinit(struct environment *env);

/* What is fixed about it, number `index` from 0 on; -ENOENT past the last. Strings are env's. */
int environment_fixed_at(const struct environment *env, size_t index, struct pmc_fixed *fixed);

#endif
