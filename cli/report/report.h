/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * `pmc report`: a profile as a table, or in an interactive browser.
 *
 *	options    what is shown, and how
 *	graph      who calls whom, how often, and what it costs
 *	view       the rows of a report, with percentages, in order
 *	table      prints a view for people
 *	fields     prints it as lines of fields, or as JSON
 *	browser    lets the user browse in it: lines (what there is to see), pager (moves and
 *	           searches), screen (the terminal), captured (what pmc annotate prints)
 */
#ifndef PMC_CLI_REPORT_REPORT_H
#define PMC_CLI_REPORT_REPORT_H

struct subcommand;

/* Returns the exit status. */
int report_main(const struct subcommand *self, char **argv);

#endif
