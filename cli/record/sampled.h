/* SPDX-License-Identifier: BSD-2-Clause */
/* A sampled profile: of a command, of processes and threads that run, or of CPUs. */
#ifndef PMC_CLI_RECORD_SAMPLED_H
#define PMC_CLI_RECORD_SAMPLED_H

struct record_options;

/* Returns the exit status. */
int record_sampled(const struct record_options *opt);

#endif
