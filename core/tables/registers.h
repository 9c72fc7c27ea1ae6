/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* The list of registers of each family. Only core/pmu/registers.c reads it. */
#ifndef PMC_CORE_TABLES_REGISTERS_H
#define PMC_CORE_TABLES_REGISTERS_H

#include "core/pmu/pmu.h"

struct reg_list {
	const struct pmu_reg *reg;
	u32 n;
};

extern const struct reg_list pmc_reg_lists[PMU_FAMILIES];

#endif
