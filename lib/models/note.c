/* SPDX-License-Identifier: BSD-2-Clause */
/* Notes about events, each with the manual's section. */
#include <stddef.h>
#include <string.h>

#include "core/pmu/pmu.h"
#include "lib/base/array.h"
#include "lib/models/note.h"

static const struct {
	u8 family;
	const char *event, *note;
} notes[] = {
	/* SDM volume 3, Pentium 4 events for non-retirement counting, notes 1 to 3. */
	{ PMU_P4, "BSQ_cache_reference",
	  "reads are loads and requests for ownership; the event may count too much or too little "
	  "by a factor of two; prefetches may be counted as reads" },
};

const char *note_of(const struct pmu *pmu, const char *event)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(notes); i++)
		if (notes[i].family == pmu->family && !strcmp(notes[i].event, event))
			return notes[i].note;
	return NULL;
}
