/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* What each setting of a machine means (parse.h lists them). Each function reads the values. */
#ifndef PMC_CORE_MACHINE_SETTINGS_H
#define PMC_CORE_MACHINE_SETTINGS_H

#include "core/machine/describe/items.h"
#include "core/machine/describe/machine.h"

extern const char *const pmc_policy_names[POLICIES];

int pmc_setting_cache(struct cache_desc *c, u32 cache, struct items *it, struct diag *diag);
int pmc_setting_tlb(struct cache_desc *c, u32 tlb, struct items *it, struct diag *diag);
int pmc_setting_walks(struct machine *m, struct items *it, struct diag *diag);
int pmc_setting_prefetch(struct machine *m, struct items *it, struct diag *diag);
int pmc_setting_branch(struct branch_desc *b, struct items *it, struct diag *diag);
int pmc_setting_targets(struct branch_desc *b, struct items *it, struct diag *diag);
int pmc_setting_returns(struct branch_desc *b, struct items *it, struct diag *diag);

#endif
