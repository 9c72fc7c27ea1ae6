/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * `pmc compare`: two results event by event. They come from two files, or from two commands that
 * this subcommand counts in turns.
 *
 *	options    what is compared, and how
 *	run        counts two commands
 *
 * What a result and a comparison are, cli/result/ and cli/comparison/ say: pmc stat has them, too.
 */
#ifndef PMC_CLI_COMPARE_COMPARE_H
#define PMC_CLI_COMPARE_COMPARE_H

struct subcommand;

/* Returns the exit status. */
int compare_main(const struct subcommand *self, char **argv);

#endif
