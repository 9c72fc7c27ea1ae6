/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* The list of registers of each family, which the table of models refers to. */
#ifndef PMC_CORE_TABLES_REGISTERS_H
#define PMC_CORE_TABLES_REGISTERS_H

#include "core/pmu/registers.h"

extern const struct reg_list pmc_registers[PMU_FAMILIES];

#endif
