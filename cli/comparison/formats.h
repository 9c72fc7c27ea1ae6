/* SPDX-License-Identifier: BSD-2-Clause */
/* The formats of a comparison, by their names. */
#ifndef PMC_CLI_COMPARISON_FORMATS_H
#define PMC_CLI_COMPARISON_FORMATS_H

#include <stdio.h>

struct comparison;

/* Prints a comparison. Errors stay in the stream. */
typedef void comparison_format(FILE *out, const struct comparison *comparison);

/* The format of this name; NULL after a complaint that lists the names. */
comparison_format *comparison_format_find(const char *name);

#endif
