/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * `pmc diff`: how the counts of functions, lines or instructions changed between two profiles.
 *
 *	options    which profiles, and what of them
 *	changes    the rows of both, and what a difference is worth
 *	print      a table, lines of fields, or JSON
 *	judge      the conditions of --fail-if
 */
#ifndef PMC_CLI_DIFF_DIFF_H
#define PMC_CLI_DIFF_DIFF_H

struct subcommand;

/* Returns the exit status. */
int diff_main(const struct subcommand *self, char **argv);

#endif
