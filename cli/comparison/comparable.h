/* SPDX-License-Identifier: BSD-2-Clause */
/* Whether two results were made under the same conditions. */
#ifndef PMC_CLI_COMPARISON_COMPARABLE_H
#define PMC_CLI_COMPARISON_COMPARABLE_H

#include <stdbool.h>
#include <stddef.h>

struct result;

/*
 * Compares the conditions of two results: backend, target, what was fixed, and, as far as it was
 * not fixed, the processor. Other commands and other versions of pmc are no reason: to compare
 * these is what results are for. When the conditions differ, returns false and writes clauses that
 * say how, separated by semicolons.
 */
bool result_comparable(const struct result *before, const struct result *after, char *why,
		       size_t size);

#endif
