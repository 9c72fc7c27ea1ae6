/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* The models that have a name, and the PMU of each. Their table is core/models/table.c. */
#ifndef PMC_CORE_MODEL_H
#define PMC_CORE_MODEL_H

#include "core/base/diag.h"
#include "core/pmu/pmu.h"

/* Model i of the table, oldest family first; NULL past the end. */
const struct pmu_model *pmc_model_row(u32 i);
/* The model of this name, ignoring case; NULL with the diagnostic, if diag is not NULL: which
 * names are near. */
const struct pmu_model *pmc_model_find(const char *name, size_t len, struct diag *diag);
/* The PMU of a model as its manual describes it. */
void pmc_pmu_of_model(const struct pmu_model *model, struct pmu *pmu);

#endif
