/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * `pmc annotate`: source and instructions of functions with their counts.
 *
 *	options   what the user asked for
 *	arrows    where branches go, as a picture
 *	print     a function as a table
 *	hottest   --lines: lines of all functions by their counts
 */
#ifndef PMC_CLI_ANNOTATE_ANNOTATE_H
#define PMC_CLI_ANNOTATE_ANNOTATE_H

struct subcommand;

int annotate_main(const struct subcommand *self, char **argv);

#endif
