/* SPDX-License-Identifier: BSD-2-Clause */
/* All pairs of what --deterministic fixed. */
#include "cli/run/fixed.h"

#include "cli/run/environment.h"

#include <pmc/pmc.h>

int fixed_at(const struct pmc_set *set, const struct environment *env, size_t index,
	     struct pmc_fixed *fixed)
{
	struct pmc_fixed ignored;
	size_t n = 0;

	while (set && !pmc_set_fixed_at(set, n, n == index ? fixed : &ignored)) {
		if (n == index)
			return 0;
		n++;
	}
	return environment_fixed_at(env, index - n, fixed);
}
