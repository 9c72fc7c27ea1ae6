/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* Constraints of single events: how rules are applied. The rules are in
 * core/tables/constraints.c. */
#include "core/pmu/constraint.h"
#include "core/pmu/regs.h"

static u32 code_of(const struct pmu *pmu, u64 select)
{
	u32 code = (u32)(select & EVTSEL_EVENT);

	if (pmu->caps & PMU_EVENT12)
		code |= (u32)(select >> 32 & 0xf) << 8;
	return code;
}

static u32 umask_of(const struct pmu *pmu, u64 select)
{
	u32 umask = (u32)(select >> 8 & 0xff);

	if (pmu->caps & PMU_UMASK2)
		umask |= (u32)(select >> 40 & 0xff) << 8;
	return umask;
}

static bool fits(const struct counter_rule *r, u32 code, u32 umask, u64 select)
{
	if (r->when & WHEN_LOW8)
		code &= 0xff;
	if (code < r->from || code > r->to || (umask & r->mask) != r->umask)
		return false;
	if (r->when & WHEN_CMASK && !(select & EVTSEL_CMASK))
		return false;
	if (r->when & WHEN_MANY && !(umask & (umask - 1)))
		return false;
	return !(r->when & WHEN_BOTH) || (umask & 0xf && umask & 0xf0);
}

u32 pmc_constraint_counters(const struct pmu *pmu, u64 select)
{
	const struct counter_rule *r = pmu->model->rules;
	u32 code = code_of(pmu, select), umask = umask_of(pmu, select), can = pmu->general;

	for (; r && r->from <= r->to; r++)
		if (fits(r, code, umask, select)) {
			can &= r->counters;
			break;
		}
	/* SDM volume 3, "Intel TSX": IN_TXCP is a bit of IA32_PERFEVTSEL2 alone. */
	if (pmu->caps & PMU_TSX && select & EVTSEL_IN_TXCP)
		can &= 1u << 2;
	return can;
}

const struct extra_rule *pmc_constraint_extra(const struct pmu *pmu, u64 select)
{
	const struct extra_rule *r = pmu->model->extra;

	for (; r && r->msr; r++)
		if (r->code == (select & EVTSEL_EVENT) && r->umask == umask_of(pmu, select))
			return r;
	return NULL;
}

const struct extra_rule *pmc_constraint_of(const struct pmu *pmu, u32 msr)
{
	const struct extra_rule *r = pmu->model->extra;

	for (; r && r->msr; r++)
		if (r->msr == msr)
			return r;
	return NULL;
}

const struct extra_rule *pmc_constraint_other(const struct pmu *pmu, u32 msr)
{
	if (msr == MSR_OFFCORE_RSP0)
		return pmc_constraint_of(pmu, MSR_OFFCORE_RSP1);
	if (msr == MSR_OFFCORE_RSP1)
		return pmc_constraint_of(pmu, MSR_OFFCORE_RSP0);
	return NULL;
}
