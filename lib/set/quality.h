/* SPDX-License-Identifier: BSD-2-Clause */
/* What counts say of themselves. */
#ifndef PMC_LIB_QUALITY_H
#define PMC_LIB_QUALITY_H

#include "pmc/pmc.h"

/*
 * Lowers the quality of one reading of all events of the set where it follows from the set, and not
 * from how its events were read: what includes the translator's work is estimated, and so are
 * cycles that are a sum of other counts, what comes from a model is modelled, and everything is
 * partial while processes of the command still run.
 */
void quality_by_events(const struct pmc_set *set, struct pmc_count *counts);

#endif
