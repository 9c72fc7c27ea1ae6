/* SPDX-License-Identifier: BSD-2-Clause */
/* What a backend can count of a set, where the events decide the choice of the backend. */
#include "cli/run/countable.h"

#include <pmc/pmc.h>

struct countable countable_of(const struct pmc_set *set)
{
	struct countable can = { .software = true };
	struct pmc_set_event event;
	size_t i;

	for (i = 0; !pmc_set_event(set, i, &event); i++) {
		if (event.reason)
			continue;
		can.n++;
		can.modelled += !!(event.flags & PMC_EVENT_MODELLED);
		can.software &= event.kind == PMC_KIND_SOFTWARE;
	}
	return can;
}
