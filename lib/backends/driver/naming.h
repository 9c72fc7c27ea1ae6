/* SPDX-License-Identifier: BSD-2-Clause */
/* From events as /dev/pmc tells of them to names. */
#ifndef PMC_LIB_DRIVER_NAMING_H
#define PMC_LIB_DRIVER_NAMING_H

#include <stdbool.h>
#include <stddef.h>

#include "abi/event.h"
#include "core/pmu/pmu.h"

struct naming {
	struct pmu pmu;		  /* its model's catalogue has the names */
	struct abi_limits limits; /* of that PMU */
};

/* pmu: the one that the module reports. */
void naming_init(struct naming *naming, const struct pmu *pmu);

/*
 * Writes the event with its modifiers, as event strings have it: by a generic name if that is
 * encoded to exactly these registers and counters, else by the name in the catalogue, else raw.
 */
void naming_event(const struct naming *naming, const struct pmc_ioctl_event *event, char *name,
		  size_t size);

/* Does its counter interrupt, so that the event is sampled? */
bool naming_samples(const struct naming *naming, const struct pmc_ioctl_event *event);

#endif
