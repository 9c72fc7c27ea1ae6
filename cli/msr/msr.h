/* SPDX-License-Identifier: BSD-2-Clause */
/* `pmc msr`: registers of the PMU of this machine, read and written one by one. */
#ifndef PMC_CLI_MSR_H
#define PMC_CLI_MSR_H

struct subcommand;

/* Returns the exit status. */
int msr_main(const struct subcommand *self, char **argv);

#endif
