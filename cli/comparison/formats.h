/* SPDX-License-Identifier: BSD-2-Clause */
/* The formats of a comparison, by their names. */
#ifndef PMC_CLI_COMPARISON_FORMATS_H
#define PMC_CLI_COMPARISON_FORMATS_H

#include <stdio.h>

struct comparison;

struct comparison_format {
	const char *name;
	/* Prints a comparison. Errors stay in the stream. */
	void (*print)(FILE *out, const struct comparison *comparison);
};

/* The format of this name; NULL after a complaint that lists the names. */
const struct comparison_format *comparison_format_find(const char *name);

#endif
