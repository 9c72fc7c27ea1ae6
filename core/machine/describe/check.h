/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* Whether a description is a machine that the models can be made of. */
#ifndef PMC_CORE_MACHINE_CHECK_H
#define PMC_CORE_MACHINE_CHECK_H

#include "core/base/diag.h"
#include "core/machine/describe/machine.h"

/* "L1d" and its like, as users write them. */
extern const char *const pmc_cache_names[CACHES];
extern const char *const pmc_tlb_names[TLBS];

/* 0, or -PMC_CORE_EINVAL with a sentence that says what is wrong and what would be right. */
int pmc_machine_check(const struct machine *machine, struct diag *diag);

#endif
