/* SPDX-License-Identifier: BSD-2-Clause */
/* A comparison as a table for people, on 80 columns where the numbers allow it. */
#ifndef PMC_CLI_COMPARISON_TABLE_H
#define PMC_CLI_COMPARISON_TABLE_H

#include <stdio.h>

struct comparison;

/* Prints a comparison. Errors stay in the stream. */
void comparison_table(FILE *out, const struct comparison *comparison);

#endif
