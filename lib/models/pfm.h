/* SPDX-License-Identifier: BSD-2-Clause */
/* The events that the build took from libpfm4. */
#ifndef PMC_LIB_PFM_H
#define PMC_LIB_PFM_H

#include <stdbool.h>
#include <stddef.h>

struct pmc_model;
struct pmu_model;

/*
 * What libpfm4 calls the PMU of a model; NULL: it does not know the PMU, or libpmc was built
 * without libpfm4.
 */
const char *pfm_pmu_of(const struct pmu_model *model);
/* Appends its events to the model's. 0 or -ENOMEM. */
int pfm_append(struct pmc_model *model);
/* Does libpfm4 know an event of this name for the model? */
bool pfm_has(const struct pmu_model *model, const char *name, size_t len);
/* How many events a model would have from it; those that the model has itself are not counted. */
size_t pfm_count(const struct pmu_model *model);

#endif
