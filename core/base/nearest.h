/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The names that are spelled most like a wrong one. Offer every known name; the nearest few stay.
 *
 * The distance counts insertions, deletions, replacements and swaps of neighbours; upper and lower case
 * are alike, '_', '.' and '-' are alike. A name that begins with the wrong one whole ("branch" for
 * "branches") counts as near whatever follows.
 */
#ifndef PMC_CORE_NEAREST_H
#define PMC_CORE_NEAREST_H

#include "core/base/diag.h"

#define NEAREST_MAX 4

struct nearest {
	const char *wrong;
	size_t len;
	unsigned n;
	const char *name[NEAREST_MAX]; /* nearest first; as they were offered */
	unsigned distance[NEAREST_MAX];
};

void pmc_nearest_init(struct nearest *near, const char *wrong, size_t len);
/* name must outlive near. Names offered twice are kept once. */
void pmc_nearest_offer(struct nearest *near, const char *name);
/* Appends "; did you mean 'a', 'b' or 'c'?" or, when nothing is near, `otherwise`. */
void pmc_nearest_add(const struct nearest *near, struct diag *d, const char *otherwise);

#endif
