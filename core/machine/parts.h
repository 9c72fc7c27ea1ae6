/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* Which parts of a machine must be modelled for a count, whatever else is counted. */
#ifndef PMC_CORE_MACHINE_PARTS_H
#define PMC_CORE_MACHINE_PARTS_H

#include "core/machine/describe/machine.h"

/*
 * The parts (enum machine_part) that can change a count of this machine; `quantity` is its offset
 * in struct machine_counts. Modelling more of them does not change the count. MACHINE_TLB alone
 * needs the addresses of data and of code, the other parts those of their own side.
 */
u32 pmc_quantity_parts(const struct machine *machine, u32 quantity);

#endif
