/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Constraints of single events: which counters can count them, and which register they need besides
 * a counter's own. The lists are in core/tables/constraints.c, one for each core; a model points to
 * its lists, or to none.
 */
#ifndef PMC_CORE_CONSTRAINT_H
#define PMC_CORE_CONSTRAINT_H

#include "core/pmu/pmu.h"

/* Conditions of a rule, beside event select and unit mask. */
#define WHEN_LOW8  0x1u /* only the low eight bits of the event select are compared */
#define WHEN_CMASK 0x2u /* the counter mask is not 0 */
#define WHEN_MANY  0x4u /* more than one bit of the unit mask is set */
#define WHEN_BOTH  0x8u /* bits are set in both halves of the unit mask */

/* The first rule that fits decides; without one every general counter can count the event. A
 * list ends with from > to. */
struct counter_rule {
	u16 from, to;	 /* event selects */
	u16 umask, mask; /* the rule fits when unit mask & mask == umask */
	u32 counters;	 /* 0: none can */
	u8 when;	 /* WHEN_…: all of them must hold */
};

/* An event that needs another register. A list ends with msr 0. */
struct extra_rule {
	u8 code, umask;
	u32 msr;
	u64 bits; /* that are not reserved in it */
};

/* The general counters that can count the event of this select value. */
u32 pmc_constraint_counters(const struct pmu *pmu, u64 select);
/* The register that the event of this select value needs as well; NULL: none. */
const struct extra_rule *pmc_constraint_extra(const struct pmu *pmu, u64 select);
/* The first rule for a register; NULL when the core has none. */
const struct extra_rule *pmc_constraint_of(const struct pmu *pmu, u32 msr);
/* The first rule for OFFCORE_RSP1 when msr is OFFCORE_RSP0, and the reverse: the same event can
 * use either. NULL when there is no other register. */
const struct extra_rule *pmc_constraint_other(const struct pmu *pmu, u32 msr);

#endif
