/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * `pmc count`: counts events of a command in as few runs as they take, each event once and all the
 * time. `pmc count SUM` makes the classic metrics of such counts.
 */
#ifndef PMC_CLI_COUNT_H
#define PMC_CLI_COUNT_H

struct subcommand;

/* Returns the exit status. */
int count_main(const struct subcommand *self, char **argv);

/*
 * The command pmcCount of "A Study on Performance Monitoring Counters in x86-Architecture":
 * pmcCount EVENT1 EVENT2 PROGRAM [ARGUMENT]..., or pmcCount SUM PROGRAM [ARGUMENT]... Returns the
 * exit status.
 */
int count_main_p6(const struct subcommand *self, int argc, char **argv);

#endif
