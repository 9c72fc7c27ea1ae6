/* SPDX-License-Identifier: BSD-2-Clause */
/* The patterns of `pmc list`. */
#ifndef PMC_CLI_MODELS_PATTERN_H
#define PMC_CLI_MODELS_PATTERN_H

#include <stdbool.h>

/* Does a name match a glob, or contain a pattern that is no glob? Ignores case. */
bool pattern_matches(const char *pattern, const char *name);

#endif
