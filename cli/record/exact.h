/* SPDX-License-Identifier: BSD-2-Clause */
/* An exact profile of a command, by the translator. */
#ifndef PMC_CLI_RECORD_EXACT_H
#define PMC_CLI_RECORD_EXACT_H

struct record_options;

/* Returns the exit status. */
int record_exact(const struct record_options *opt);

#endif
