/* SPDX-License-Identifier: BSD-2-Clause */
/* What counts say of themselves. */
#include "lib/set/quality.h"

#include "lib/base/array.h"
#include "lib/set/command.h"
#include "lib/set/set.h"

const char *pmc_quality_name(enum pmc_quality quality)
{
	/* clang-format off */
	static const char *const names[] = {
		[PMC_EXACT] = "exact",
		[PMC_SCALED] = "scaled",
		[PMC_MODELLED] = "modelled",
		[PMC_PARTIAL] = "partial",
		[PMC_SAMPLED] = "sampled",
		[PMC_ESTIMATED] = "estimated",
	};
	/* clang-format on */

	return (unsigned)quality < ARRAY_SIZE(names) ? names[quality] : NULL;
}

static void raise_to(struct pmc_count *count, enum pmc_quality quality)
{
	if (count->state == PMC_COUNTED && count->quality < quality)
		count->quality = quality;
}

void quality_by_events(const struct pmc_set *set, struct pmc_count *counts)
{
	const struct pmc_command *c = set->n_targets ? set->target[0].command : NULL;
	size_t i;

	for (i = 0; i < set->n_events; i++) {
		if (set->survivors.any ||
		    (c && c->had_survivors && set->event[i].source == SOURCE_USAGE))
			raise_to(&counts[i], PMC_PARTIAL);
		if (set->event[i].info.flags & PMC_EVENT_MODELLED)
			raise_to(&counts[i], PMC_MODELLED);
		if (set->event[i].info.flags & (PMC_EVENT_TRANSLATOR | PMC_EVENT_ESTIMATE))
			raise_to(&counts[i], PMC_ESTIMATED);
	}
}
