/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * `pmc selftest`: does the PMU of this machine do what its manual says? It writes registers by hand
 * on one CPU, counts loops of known length, and puts the registers back.
 */
#ifndef PMC_CLI_SELFTEST_H
#define PMC_CLI_SELFTEST_H

struct subcommand;

/* Returns the exit status; STATUS_NONE: a test has failed. */
int selftest_main(const struct subcommand *self, char **argv);

#endif
