/* SPDX-License-Identifier: BSD-2-Clause */
/* An exact profile of a command, by the translator. */
#ifndef PMC_CLI_RECORD_EXACT_H
#define PMC_CLI_RECORD_EXACT_H

#include <stdbool.h>

struct record_options;

/* Returns the exit status. */
int record_exact(const struct record_options *opt);
/* Does -e name events that exact profiles lack, since they happen at no instruction? */
bool record_exact_lacks(const struct record_options *opt);

#endif
