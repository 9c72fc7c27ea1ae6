/* SPDX-License-Identifier: BSD-2-Clause */
/* What a model is. */
#ifndef PMC_LIB_MODEL_INFO_H
#define PMC_LIB_MODEL_INFO_H

struct pmu;

/* The name of its family, and the rules of its counters in a sentence. Static. */
const char *model_family(const struct pmu *pmu);
const char *model_rules(const struct pmu *pmu);

#endif
