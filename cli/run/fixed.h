/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What --deterministic fixes: the set's part (CPU features, number of CPUs, addresses, random
 * numbers, the clock) and the command's environment. Every report shows it, so that one sees
 * whether two results can be compared.
 */
#ifndef PMC_CLI_RUN_FIXED_H
#define PMC_CLI_RUN_FIXED_H

#include "cli/ui/options.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct environment;
struct pmc_diag;
struct pmc_fixed;
struct pmc_set;

struct fixed_options {
	bool deterministic;
	const char *cpu_features, *clock; /* NULL: the library's choice */
	struct option_list env;		  /* each --env: NAME of the caller's, or NAME=VALUE */
	bool env_all;			  /* start from the caller's environment */
};

/* The rows of options_parse()'s table. `what` is the help of --deterministic. */
/* clang-format off */
#define FIXED_OPTIONS(opt, what) \
	{ 0, "deterministic", OPTION_FLAG, &(opt)->deterministic, NULL, what }, \
	{ 0, "cpu-features", OPTION_TEXT, &(opt)->cpu_features, "v1|v2|v3|host", \
	  "with --deterministic: show the command a CPU of level v1, v2 (default), v3, or host" }, \
	{ 0, "clock", OPTION_TEXT, &(opt)->clock, "virtual|real", \
	  "with --deterministic: show the command a virtual clock (default), or the real one" }, \
	{ 0, "env", OPTION_LIST, &(opt)->env, "NAME[=VALUE]", \
	  "with --deterministic: let a variable through, or set it" }, \
	{ 0, "env-all", OPTION_FLAG, &(opt)->env_all, NULL, \
	  "with --deterministic: let the whole environment through" }
/* clang-format on */

/* Do they choose anything that --deterministic fixes? */
bool fixed_is_chosen(const struct fixed_options *opt);
/* What of them does not go together, or not with --backend (NULL: not given), as a sentence; NULL:
 * all does. */
const char *fixed_conflict(const struct fixed_options *opt, const char *backend);

/* Chooses for a set, before it is attached. The virtual clock starts at $SOURCE_DATE_EPOCH.
 * Returns as pmc_set_fix(). diag may be NULL. */
int fixed_choose(struct pmc_set *set, const struct fixed_options *opt, struct pmc_diag *diag);

/*
 * Pair number `index`, from 0 on; -ENOENT past the last, at once when nothing is fixed. `set` may
 * be NULL. The strings live as long as set and env.
 */
int fixed_at(const struct pmc_set *set, const struct environment *env, size_t index,
	     struct pmc_fixed *fixed);

/*
 * "fixed: cpu-features=v2, cpus=1, …": all pairs, as a sentence for people. The caller frees it.
 * NULL: nothing is fixed, or there is no memory.
 */
char *fixed_text(const struct pmc_set *set, const struct environment *env);

/* Each prints nothing if nothing is fixed. */

/* "# fixed: cpu-features=v2, cpus=1, …": all pairs on one line. */
void fixed_print_comment(FILE *out, const struct pmc_set *set, const struct environment *env);
/* {"fixed" : {"cpu-features" : "v2", …}}: one object on one line. */
void fixed_print_object(FILE *out, const struct pmc_set *set, const struct environment *env);

#endif
