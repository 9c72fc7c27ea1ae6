/* SPDX-License-Identifier: BSD-2-Clause */
/* Models by name, for the files of libpmc that encode and list. */
#ifndef PMC_LIB_MODEL_H
#define PMC_LIB_MODEL_H

#include "core/catalogue.h"
#include "core/encode.h"
#include "lib/internal.h"

/* The PMU of a model; NULL: this machine's as CPUID tells it. -ENOENT with the diagnostic. */
int model_pmu(const char *name, struct pmu *pmu, struct pmc_diag *diag);
/* The public diagnostic from core's. */
void model_diag(struct pmc_diag *to, const struct diag *from);
/* The row number in the catalogue of the event that is shown as number `index`; false past the end. */
bool model_row(const struct pmu *pmu, size_t index, u32 *row);

#endif
