/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * What a core's manual says of single events beyond "a counter": which counters can count them, and which
 * register they need besides their own. The lists are in core/tables/constraints.c, one for each core; a
 * model of pmu.h points to its lists, or to none.
 */
#ifndef PMC_CORE_CONSTRAINT_H
#define PMC_CORE_CONSTRAINT_H

#include "core/pmu/pmu.h"

/* When a rule applies, beside event select and unit mask. */
#define WHEN_LOW8  0x1u /* only the low eight bits of the event select are compared */
#define WHEN_CMASK 0x2u /* there is a counter mask */
#define WHEN_MANY  0x4u /* more than one bit of the unit mask is set */
#define WHEN_BOTH  0x8u /* bits are set in both halves of the unit mask */

/* The first rule that fits decides; without one every general counter can. A list ends with from > to. */
struct counter_rule {
	u16 from, to;	 /* event selects */
	u16 umask, mask; /* fits when unit mask & mask == umask */
	u32 counters;	 /* 0: none can */
	u8 when;	 /* WHEN_…: all of them */
};

/* An event that needs another register. A list ends with msr 0. */
struct extra_rule {
	u8 code, umask;
	u32 msr;
	u64 bits; /* of it that are not reserved */
};

/* The general counters that can count what this value of a select register selects. */
u32 pmc_constraint_counters(const struct pmu *pmu, u64 select);
/* The register that the event needs besides; NULL when none. */
const struct extra_rule *pmc_constraint_extra(const struct pmu *pmu, u64 select);
/* The first rule of a register; NULL when the core has none. */
const struct extra_rule *pmc_constraint_of(const struct pmu *pmu, u32 msr);
/* OFFCORE_RSP1 for OFFCORE_RSP0 and back: the same event by the other register. NULL when there is none. */
const struct extra_rule *pmc_constraint_other(const struct pmu *pmu, u32 msr);

#endif
