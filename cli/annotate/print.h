/* SPDX-License-Identifier: BSD-2-Clause */
/* Prints an annotated function. */
#ifndef PMC_CLI_ANNOTATE_PRINT_H
#define PMC_CLI_ANNOTATE_PRINT_H

#include <stdint.h>
#include <stdio.h>

struct annotate_options;
struct listing;
struct sources;
struct subject;

/* What is printed. */
struct printed {
	const struct annotate_options *options;
	struct subject *subject;
	struct sources *sources;
	const struct listing *listing;
	unsigned function, event; /* their numbers */
	uint64_t whole;		  /* 100 % */
};

/* Returns 0 or -ENOMEM. */
int print_function(FILE *out, const struct printed *printed);

#endif
