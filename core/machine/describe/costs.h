/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* What each count of the machines of the table costs in an estimate of cycles. */
#ifndef PMC_CORE_MACHINE_COSTS_H
#define PMC_CORE_MACHINE_COSTS_H

#include "core/machine/describe/machine.h"

extern const struct machine_cost pmc_costs_pentium3[];
extern const struct machine_cost pmc_costs_pentium4[];
extern const struct machine_cost pmc_costs_prescott[];
extern const struct machine_cost pmc_costs_core2[];
extern const struct machine_cost pmc_costs_skylake[];
extern const struct machine_cost pmc_costs_skylakex[];
extern const struct machine_cost pmc_costs_zen2[];
extern const struct machine_cost pmc_costs_zen4[];
/* iai's formula: one cycle for each hit of L1, 5 for what the last level has, 35 for memory. */
extern const struct machine_cost pmc_costs_iai[];

#endif
