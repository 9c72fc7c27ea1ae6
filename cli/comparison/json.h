/* SPDX-License-Identifier: BSD-2-Clause */
/* A comparison for programs: a JSON object per line (docs/result.md). */
#ifndef PMC_CLI_COMPARISON_JSON_H
#define PMC_CLI_COMPARISON_JSON_H

#include <stdio.h>

struct comparison;

/* Prints a comparison. Errors stay in the stream. */
void comparison_json(FILE *out, const struct comparison *comparison);

#endif
