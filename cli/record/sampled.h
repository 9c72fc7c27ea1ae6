/* SPDX-License-Identifier: BSD-2-Clause */
/* A sampled profile: of a command, of processes and threads that run, or of CPUs. */
#ifndef PMC_CLI_RECORD_SAMPLED_H
#define PMC_CLI_RECORD_SAMPLED_H

#include <stdbool.h>

struct record_options;

/* Returns the exit status. */
int record_sampled(const struct record_options *opt);
/* Is there a backend here that counts the events of -e, of which there is one at least? */
bool record_sampled_can(const struct record_options *opt);

#endif
