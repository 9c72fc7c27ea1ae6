/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * From CPUID to the PMU. SDM volume 2, CPUID (leaves 01H, 07H, 0AH, 1AH, 23H); AMD APM volume 3,
 * appendix E (8000_0001H, 8000_0022H); the hypervisors' leaf 4000_0000H.
 */
#ifndef PMC_CORE_CPUID_H
#define PMC_CORE_CPUID_H

#include "core/pmu/pmu.h"

/* What CPUID says: one leaf with its subleaf. */
struct cpuid_leaf {
	u32 leaf, subleaf;
	u32 a, b, c, d;
};

/* What was found out of CPUID. */
struct cpuid_facts {
	char vendor[13];
	char hypervisor[13]; /* leaf 40000000H when 01H:ECX.31 is set; "" */
	u16 family, model;   /* extended fields added in */
	u8 stepping;
	u8 core_type; /* leaf 1AH: 0x40 core, 0x20 atom; 0: not hybrid */
	bool hybrid;  /* 07H:EDX.15 */
};

/*
 * From CPUID values to the PMU. Leaves that are not given read as 0. The model is the named core when it
 * is known, else the nearest architectural version, else what is left (tsc, none). Under a hypervisor the
 * numbers are what CPUID announces, also when that is no counter at all (pmu->general == 0), and the
 * model keeps its name: events can be named and encoded, not counted.
 * Hybrid processors: leaf 1AH decides; the leaves must be read on the core in question.
 * 0; -PMC_CORE_EINVAL when there is no leaf 0. facts may be NULL.
 */
int pmc_pmu_of_cpuid(const struct cpuid_leaf *leaves, u32 n, struct pmu *pmu,
		     struct cpuid_facts *facts);

#endif
