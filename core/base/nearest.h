/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Finding the names whose spelling is nearest to a wrong one, for "did you mean". The caller offers
 * every known name, and the nearest few are kept.
 *
 * The distance is the number of insertions, deletions, replacements and swaps of neighbours. It
 * ignores case, and takes '_', '.' and '-' for the same character. A name that begins with the
 * whole wrong one ("branches" for "branch") is near, however long the rest is.
 */
#ifndef PMC_CORE_NEAREST_H
#define PMC_CORE_NEAREST_H

#include "core/base/diag.h"

#define NEAREST_MAX 4

struct nearest {
	const char *wrong;
	size_t len;
	unsigned n;
	const char *name[NEAREST_MAX]; /* nearest first */
	unsigned distance[NEAREST_MAX];
};

void pmc_nearest_init(struct nearest *near, const char *wrong, size_t len);
/* Offer a name, which must outlive near. A name that is offered twice is kept once. */
void pmc_nearest_offer(struct nearest *near, const char *name);
/* Appends "; did you mean 'a', 'b' or 'c'?" or, when nothing is near, `otherwise`. */
void pmc_nearest_add(const struct nearest *near, struct diag *d, const char *otherwise);

#endif
