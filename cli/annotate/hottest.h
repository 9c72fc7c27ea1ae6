/* SPDX-License-Identifier: BSD-2-Clause */
/* The lines of sources with the greatest counts: `pmc annotate --lines`. */
#ifndef PMC_CLI_ANNOTATE_HOTTEST_H
#define PMC_CLI_ANNOTATE_HOTTEST_H

#include <stdio.h>

struct annotate_options;
struct sources;
struct subject;

/* Returns 0 or -ENOMEM. event: its number. */
int hottest_print(FILE *out, const struct annotate_options *options, struct subject *subject,
		  struct sources *sources, unsigned event);

#endif
