/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* The lists of constraints that the table of models refers to. */
#ifndef PMC_CORE_TABLES_CONSTRAINTS_H
#define PMC_CORE_TABLES_CONSTRAINTS_H

#include "core/pmu/constraint.h"

extern const struct counter_rule pmc_rules_p6[], pmc_rules_f15h[], pmc_rules_core[],
	pmc_rules_core2[],
	pmc_rules_nhm[], pmc_rules_wsm[], pmc_rules_snb[], pmc_rules_ivb[], pmc_rules_hsw[],
	pmc_rules_bdw[],
	pmc_rules_skl[], pmc_rules_icl[], pmc_rules_glc[], pmc_rules_lnc[], pmc_rules_grt[];
extern const struct extra_rule pmc_extra_nhm[], pmc_extra_wsm[], pmc_extra_snb[], pmc_extra_skl[],
	pmc_extra_icl[], pmc_extra_glc[], pmc_extra_rwc[], pmc_extra_lnc[], pmc_extra_slm[],
	pmc_extra_knl[],
	pmc_extra_glm[], pmc_extra_tnt[], pmc_extra_grt[], pmc_extra_cmt[];

#endif
