/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * `pmc stat`: counts a command, processes or CPUs, and reports as perf stat does. The steps, in the
 * order in which they work:
 *
 *	options           what the user asked for, and which options go together
 *	job               backend, events, command and output, all checked before anything starts
 *	events, target    the parts of the job that -e and -d, and -p, -t, -C and -a are about
 *	run               the runs: intervals, and the report at the end
 *	reading           the counts of one instant
 *	report, averages  counts become values: differences, means, spreads
 *	outcome           --save, --baseline, --fail-if
 *	ratio             the rate beside each value
 *	table             the format for people: layout has its columns, number its digits
 *	csv, json         perf's formats; as_perf says what they have no field for
 *	markdown, github  the formats for CI
 *	topology          cores, dies, sockets and nodes
 */
#ifndef PMC_CLI_STAT_STAT_H
#define PMC_CLI_STAT_STAT_H

struct subcommand;

/* Returns the exit status. */
int stat_main(const struct subcommand *self, char **argv);

#endif
