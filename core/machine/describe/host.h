/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The machine that CPUID describes. SDM volume 2, CPUID leaf 04H; AMD APM volume 3, appendix E,
 * 8000_0005H, 8000_0006H and 8000_001DH.
 */
#ifndef PMC_CORE_MACHINE_HOST_H
#define PMC_CORE_MACHINE_HOST_H

#include "core/base/diag.h"
#include "core/machine/describe/machine.h"
#include "core/models/cpuid.h"

/*
 * Makes the machine from the values of leaf 0, of leaf 4 and of leaf 8000001DH, each with all its
 * subleaves, and of leaves 80000005H and 80000006H, in this order; those that the processor does
 * not have are left out. AMD's two older leaves count if 8000001DH tells nothing; what they do not
 * tell (ways of a large L3) is zen4's. CPUID says nothing that a model could use of TLBs,
 * prefetchers and predictors: they are those of zen4, or of skylakex.
 * -PMC_CORE_EINVAL with a sentence if CPUID tells no data cache.
 */
int pmc_machine_of_cpuid(const struct cpuid_leaf *leaves, u32 n, struct machine *machine,
			 struct diag *diag);

#endif
