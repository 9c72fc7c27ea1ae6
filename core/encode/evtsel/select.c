/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* The bits of a PERFEVTSEL. */
#include "core/encode/evtsel/select.h"
#include "core/encode/fields/modifiers.h"
#include "core/event/catalogue.h"
#include "core/event/event.h"
#include "core/pmu/constraint.h"
#include "core/pmu/pmu.h"
#include "core/pmu/registers.h"

u32 select_address(const struct pmu *pmu, u32 counter)
{
	if (pmu->family != PMU_AMD)
		return MSR_PERFEVTSEL0 + counter;
	return pmu->caps & PMU_CORE_EXT ? MSR_F15H_PERF_CTL0 + 2 * counter :
					  MSR_K7_PERFEVTSEL0 + counter;
}

u64 select_bits(const struct pmu *pmu)
{
	struct pmu_reg_at at;
	u64 bits = 0;
	u32 i;

	for (i = 0; pmc_pmu_reg(pmu, i, &at); i++)
		if (at.reg->kind == REG_SELECT)
			bits |= pmc_pmu_reg_bits(pmu, &at);
		else if (bits)
			break; /* the select registers stand together */
	return bits;
}

u64 select_of_mods(const struct pmu *pmu)
{
	return EVTSEL_USR | EVTSEL_OS | EVTSEL_EDGE | EVTSEL_INT | EVTSEL_EN | EVTSEL_INV |
	       EVTSEL_CMASK | (pmu->caps & PMU_GUEST_HOST ? AMD_BOTH_SIDES : 0) |
	       (pmu->caps & PMU_ANY_THREAD ? EVTSEL_ANY : 0) |
	       (pmu->caps & PMU_TSX ? EVTSEL_IN_TX | EVTSEL_IN_TXCP : 0);
}

u32 select_code(const struct pmu *pmu, u64 select)
{
	u32 code = (u32)(select & EVTSEL_EVENT);

	if (pmu->caps & PMU_EVENT12)
		code |= (u32)(select >> 32 & 0xf) << 8;
	return code;
}

int select_check_mods(const struct job *job)
{
	u32 can = MOD_USER | MOD_KERNEL | MOD_EDGE | MOD_INVERT;

	if (!job->mods && !job->event->has_from)
		return 0;
	if (job->pmu->caps & PMU_GUEST_HOST)
		can |= MOD_GUEST | MOD_HOST;
	if (job->pmu->caps & PMU_ANY_THREAD)
		can |= MOD_ANY_THREAD;
	if (job->pmu->caps & PMU_TSX)
		can |= MOD_IN_TX | MOD_IN_TXCP;
	return encode_check_mods(job, can);
}

u64 select_mods(const struct job *job)
{
	u32 mods = job->mods;
	u64 v = EVTSEL_EN;

	if (!mods && !job->flags && !job->cmask)
		return EVTSEL_EN | EVTSEL_USR | EVTSEL_OS;
	if (!(mods & (MOD_USER | MOD_KERNEL)))
		mods |= MOD_USER | MOD_KERNEL;
	if (mods & MOD_USER)
		v |= EVTSEL_USR;
	if (mods & MOD_KERNEL)
		v |= EVTSEL_OS;
	if (mods & MOD_EDGE)
		v |= EVTSEL_EDGE;
	if (mods & MOD_INVERT)
		v |= EVTSEL_INV;
	if (mods & MOD_ANY_THREAD)
		v |= EVTSEL_ANY;
	if (mods & MOD_IN_TX)
		v |= EVTSEL_IN_TX;
	if (mods & MOD_IN_TXCP)
		v |= EVTSEL_IN_TXCP;
	if (job->flags & ENCODE_PMI)
		v |= EVTSEL_INT;
	v |= (u64)job->cmask << EVTSEL_CMASK_SHIFT;
	/* Naming both sides means the same as naming none. */
	if ((mods & (MOD_GUEST | MOD_HOST)) == MOD_GUEST)
		v |= AMD_EVTSEL_GUEST;
	if ((mods & (MOD_GUEST | MOD_HOST)) == MOD_HOST)
		v |= AMD_EVTSEL_HOST;
	return v;
}

u64 select_row(const struct model_event *row)
{
	if (!(row->flags & (ROW_EDGE | ROW_INVERT | ROW_ANY | ROW_EQ)) && !row->cmask)
		return 0;
	return (row->flags & ROW_EDGE ? EVTSEL_EDGE : 0) |
	       (row->flags & ROW_INVERT ? EVTSEL_INV : 0) |
	       (row->flags & ROW_ANY ? EVTSEL_ANY : 0) | (row->flags & ROW_EQ ? EVTSEL_EQ : 0) |
	       (u64)row->cmask << EVTSEL_CMASK_SHIFT;
}

void select_add_other(const struct pmu *pmu, struct encoding *enc, u32 counters)
{
	const struct extra_rule *other = pmc_constraint_other(pmu, enc->msr);

	if (!other || enc->msr_value & ~other->bits)
		return;
	enc->other_select = (enc->select & ~(EVTSEL_EVENT | EVTSEL_UMASK)) | other->code |
			    (u64)other->umask << 8;
	enc->other_counters = counters & pmc_constraint_counters(pmu, enc->other_select);
	if (enc->other_counters)
		enc->other_msr = other->msr;
}
