/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * From CPUID to the PMU. SDM volume 2, CPUID (leaves 01H, 07H, 0AH, 1AH, 23H); AMD APM volume 3,
 * appendix E (8000_0001H, 8000_0022H); the hypervisors' leaf 4000_0000H.
 */
#ifndef PMC_CORE_CPUID_H
#define PMC_CORE_CPUID_H

#include "core/pmu/pmu.h"

/* The values of one leaf and subleaf of CPUID. */
struct cpuid_leaf {
	u32 leaf, subleaf;
	u32 a, b, c, d;
};

/* What CPUID says about the processor. */
struct cpuid_facts {
	char vendor[13];
	char hypervisor[13]; /* leaf 40000000H when 01H:ECX.31 is set; else "" */
	u16 family, model;   /* with the extended fields */
	u8 stepping;
	u8 core_type; /* leaf 1AH: 0x40 core, 0x20 atom; 0: not hybrid */
	bool hybrid;  /* 07H:EDX.15 */
};

/*
 * Makes the PMU from CPUID values. A leaf that is not given reads as 0. The model is the named core
 * when its signature is known, else the nearest architectural version, else "tsc" or "none". Under
 * a hypervisor the numbers are those that CPUID announces. These may be no counters at all
 * (pmu->general == 0); the model keeps its name then, so events can be encoded, but not counted. On
 * hybrid processors leaf 1AH decides, so the caller must read the leaves on the core in question.
 * Returns 0; -PMC_CORE_EINVAL when there is no leaf 0. facts may be NULL.
 */
int pmc_pmu_of_cpuid(const struct cpuid_leaf *leaves, u32 n, struct pmu *pmu,
		     struct cpuid_facts *facts);

#endif
