/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * `pmc summary`: the classic metrics of a command, from as many runs as their events need. The
 * steps, in the order in which they work:
 *
 *	options   what the user asked for
 *	job       backend, model and output, all checked before anything starts
 *	groups    which metrics can be measured here, and the groups of events that count them
 *	run       the runs of each group
 *	measure   counts become values of metrics
 *	report    the table, CSV and JSON
 *	formulas  --model: the formulas instead of values
 */
#ifndef PMC_CLI_SUMMARY_SUMMARY_H
#define PMC_CLI_SUMMARY_SUMMARY_H

struct subcommand;

/* Returns the exit status. */
int summary_main(const struct subcommand *self, char **argv);

#endif
