/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Natural numbers of up to 384 bits. Counts have 64 bits, and a limit such as "+1%" is compared
 * with products of several of them: rounding would decide what happens exactly at the limit.
 * (32-bit builds have no __int128, which would be too small anyway.)
 */
#ifndef PMC_CLI_RESULT_NATURAL_H
#define PMC_CLI_RESULT_NATURAL_H

#include <stdint.h>

#define NATURAL_LIMBS 12

struct natural {
	uint32_t limb[NATURAL_LIMBS]; /* lowest first */
};

struct natural natural_of(uint64_t number);
/* The callers keep the results below 2^384. */
struct natural natural_add(struct natural a, uint64_t b);
struct natural natural_multiply(struct natural a, uint64_t b);
/* a - b, where a >= b. */
struct natural natural_subtract(struct natural a, struct natural b);
/* Below, equal to or above 0, as a - b is. */
int natural_compare(const struct natural *a, const struct natural *b);
/* a / b, rounded down; *rest is what is left, if the caller wants it. b is not 0. */
struct natural natural_divide(struct natural a, uint32_t b, uint32_t *rest);
double natural_double(const struct natural *a);

#endif
