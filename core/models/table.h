/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* The table of models, and the CPUID signatures that mean them. */
#ifndef PMC_CORE_MODELS_TABLE_H
#define PMC_CORE_MODELS_TABLE_H

#include "core/pmu/pmu.h"

/* The first row that fits is taken. */
struct signature {
	char vendor; /* 'I'ntel, 'A'MD, 'H'ygon, 'C'entaur, c'Y'rix, 'Z'haoxin */
	u16 family;
	u16 from, to; /* models */
	u8 core_type; /* CPUID.1AH:EAX[31:24]; 0: any */
	const char *model;
};

extern const struct pmu_model pmc_models[];
extern const u32 pmc_models_n;
extern const struct signature pmc_signatures[];
extern const u32 pmc_signatures_n;

#endif
