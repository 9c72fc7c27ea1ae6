/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What --deterministic fixes: the set's part (CPU features, number of CPUs, addresses, random
 * numbers, the clock) and the command's environment. Every report shows it, so that one sees
 * whether two results can be compared.
 */
#ifndef PMC_CLI_RUN_FIXED_H
#define PMC_CLI_RUN_FIXED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct environment;
struct pmc_diag;
struct pmc_fixed;
struct pmc_set;

/* What the options choose; NULL: the library's choice. */
struct fixed_options {
	bool deterministic;
	const char *cpu_features, *clock;
};

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
