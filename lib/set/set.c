/* SPDX-License-Identifier: BSD-2-Clause */
/* Makes diagnostics point at an event of a set. */
#include <stdio.h>

#include "lib/set/set.h"

void set_blame(const struct pmc_set *set, size_t index, struct pmc_diag *diag)
{
	if (!diag)
		return;
	diag->column = set->event[index].info.column;
	snprintf(diag->token, sizeof(diag->token), "%s", set->event[index].info.typed);
}
