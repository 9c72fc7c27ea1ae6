/* SPDX-License-Identifier: BSD-2-Clause */
/* Two results, event by event. */
#ifndef PMC_CLI_COMPARISON_COMPARISON_H
#define PMC_CLI_COMPARISON_COMPARISON_H

#include <stddef.h>
#include <stdio.h>

struct change;
struct gate;
struct result;

struct comparison {
	const struct result *before, *after;
	size_t n_changes;
	struct change *change; /* the events of `after`, then those that only `before` has */
	char why[600];	       /* why the two should not be compared; "": they may */
	const struct gate *gate;
};

/*
 * Compares two results, which have to live as long. `before` may be NULL for a gate that needs
 * none; such a comparison is not printed. The gate (may be NULL) is shown with them. Returns 0 or
 * -ENOMEM.
 */
int comparison_init(struct comparison *comparison, const struct result *before,
		    const struct result *after, const struct gate *gate);
void comparison_deinit(struct comparison *comparison);

/* Passes each sentence that a reader has to know beside the numbers to say(). */
void comparison_notes(const struct comparison *comparison,
		      void (*say)(FILE *out, const char *sentence), FILE *out);

/* Prints "base.json: sort a, 5 runs". */
void comparison_print_result(FILE *out, const struct result *result);
/* Prints "emulated, deterministic, cpu-features v2": what holds for `result`. */
void comparison_print_conditions(FILE *out, const struct result *result);

#endif
