// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * Converts events between the ABI of /dev/pmc and core. Nothing that reaches a register later is
 * checked again.
 */
#include "abi/event.h"
#include "core/assign/pmu.h"
#include "core/encode/p4/siblings.h"
#include "core/pmu/constraint.h"
#include "core/pmu/p4.h"
#include "core/pmu/regs.h"

#define FIXED_COUNTERS (~0ull << FIXED_COUNTER(0))

/* ---- From core to the ABI ---- */

int pmc_abi_from_encoding(const struct encoding *enc, struct pmc_ioctl_event *event)
{
	if (enc->cascade)
		return -PMC_ABI_EOPNOTSUPP;
	memset(event, 0, sizeof(*event));
	event->counters = enc->counters;
	event->select = enc->select;
	event->msr_value = enc->msr_value;
	event->msr = enc->msr;
	event->escr = enc->escr;
	event->pebs_enable = enc->pebs_enable;
	event->pebs_vert = enc->pebs_vert;
	event->fixed = enc->fixed;
	event->n_escrs = enc->n_escrs;
	memcpy(event->escr_of, enc->escr_of, sizeof(event->escr_of));
	event->upstream = enc->upstream;
	event->n_upstream = enc->n_upstream;
	memcpy(event->upstream_of, enc->upstream_of, sizeof(event->upstream_of));
	event->tags = enc->tags;
	event->other_select = enc->other_select;
	event->other_counters = enc->other_counters;
	event->other_msr = enc->other_msr;
	return 0;
}

/* ---- From the ABI to core: what does not depend on the PMU ---- */

int pmc_abi_check(const struct pmc_ioctl_event *event)
{
	const u32 flags = PMC_EVENT_PINNED | PMC_EVENT_FREQUENCY;
	const u32 sample = PMC_SAMPLE_COUNTS | PMC_SAMPLE_USER_CHAIN | PMC_SAMPLE_KERNEL_CHAIN |
			   PMC_SAMPLE_USER_REGS;
	bool frequency = event->flags & PMC_EVENT_FREQUENCY;

	if (event->flags & ~flags || event->group > PMC_ABI_MAX_GROUP)
		return -PMC_ABI_EINVAL;
	if (event->sample & ~sample || event->period > PMC_ABI_MAX_PERIOD || event->reserved)
		return -PMC_ABI_EINVAL;
	if (event->stack % 8 || event->stack > PMC_ABI_MAX_STACK)
		return -PMC_ABI_EINVAL;
	if (!event->period && (frequency || event->sample || event->precise || event->stack))
		return -PMC_ABI_EINVAL;
	if (frequency && event->period > PMC_ABI_MAX_FREQUENCY)
		return -PMC_ABI_EINVAL;
	return 0;
}

/* ---- From the ABI to core: registers ---- */

void pmc_abi_limits_init(struct abi_limits *limits, const struct pmu *pmu, bool siblings)
{
	struct pmu_reg_at at;
	u32 i;

	memset(limits, 0, sizeof(*limits));
	limits->pmu = pmu;
	limits->siblings = siblings;
	/*
	 * A bit that one register has alone (IN_TXCP) binds the event to its counter
	 * (core/pmu/constraint.h).
	 */
	for (i = 0; pmc_pmu_reg(pmu, i, &at); i++)
		limits->bits[at.reg->kind] |= pmc_pmu_reg_bits(pmu, &at);
}

static int take_evtsel(const struct abi_limits *limits, const struct pmc_ioctl_event *event,
		       struct encoding *enc, struct abi_scope *scope)
{
	if (event->select & ~(limits->bits[REG_SELECT] & ~EVTSEL_INT))
		return -PMC_ABI_ERANGE;
	scope->kernel |= !!(event->select & EVTSEL_OS);
	scope->wide |= !!(event->select & EVTSEL_ANY);
	enc->select = event->select | EVTSEL_EN;
	enc->counters &= pmc_constraint_counters(limits->pmu, enc->select) | FIXED_COUNTERS;
	return enc->counters ? 0 : -PMC_ABI_ERANGE;
}

static int take_fixed(const struct abi_limits *limits, const struct pmc_ioctl_event *event,
		      struct encoding *enc, struct abi_scope *scope)
{
	u32 known = FIXED_CTRL_OS | FIXED_CTRL_USR;

	if (limits->pmu->caps & PMU_ANY_THREAD)
		known |= FIXED_CTRL_ANY;
	if (event->fixed & ~known)
		return -PMC_ABI_ERANGE;
	scope->kernel |= !!(event->fixed & FIXED_CTRL_OS);
	scope->wide |= !!(event->fixed & FIXED_CTRL_ANY);
	enc->fixed = event->fixed;
	return 0;
}

/* P6 and later, AMD: an event is on a general counter, on a fixed one, or on either. */
static int take_counters(const struct abi_limits *limits, const struct pmc_ioctl_event *event,
			 struct encoding *enc, struct abi_scope *scope)
{
	int err;

	if (enc->counters & limits->pmu->general) {
		err = take_evtsel(limits, event, enc, scope);
		if (err)
			return err;
	}
	return enc->counters & FIXED_COUNTERS ? take_fixed(limits, event, enc, scope) : 0;
}

/* Pentium, WinChip, C3. */
static int take_cesr(const struct abi_limits *limits, const struct pmc_ioctl_event *event,
		     struct encoding *enc, struct abi_scope *scope)
{
	enum pmu_family family = limits->pmu->family;
	u64 bits = family == PMU_C3 ? limits->bits[REG_SELECT] : limits->bits[REG_CESR] & 0xffff;

	if (event->select & ~bits)
		return -PMC_ABI_ERANGE;
	/* WinChip and C3 cannot leave the kernel out. */
	scope->kernel = family == PMU_C6 || family == PMU_C3 || event->select & P5_CESR_CC_OS;
	enc->select = event->select;
	return 0;
}

static bool has_escr(const struct pmu *pmu, u8 escr)
{
	struct pmu_reg_at at;

	return escr < P4_ESCRS && pmc_pmu_reg_at(pmu, pmc_p4_escr[escr].address, &at);
}

/*
 * Do the ESCR, an upstream ESCR, the PEBS registers and the tags fit what one option of core/assign
 * can take?
 */
static bool fits_option(const struct pmc_ioctl_event *event)
{
	u32 takes = 1 + !!event->n_upstream + (event->pebs_enable || event->pebs_vert), tag;

	for (tag = event->tags; tag; tag &= tag - 1)
		takes++;
	return takes <= ASSIGN_TAKES;
}

static bool are_escrs_right(const struct abi_limits *limits, const struct pmc_ioctl_event *event)
{
	u64 bits = limits->bits[REG_ESCR];
	u32 i;

	if (!event->n_escrs || event->n_escrs > 2 || event->escr & ~bits)
		return false;
	for (i = 0; i < event->n_escrs; i++)
		if (!has_escr(limits->pmu, event->escr_of[i]))
			return false;
	if (event->n_upstream > 2 || event->upstream & ~bits)
		return false;
	if (!event->n_upstream && (event->upstream || event->tags))
		return false;
	for (i = 0; i < event->n_upstream; i++)
		if (!has_escr(limits->pmu, event->upstream_of[i]))
			return false;
	return true;
}

static int take_p4(const struct abi_limits *limits, const struct pmc_ioctl_event *event,
		   struct encoding *enc, struct abi_scope *scope)
{
	const u64 cccr = P4_CCCR_COMPARE | P4_CCCR_COMPLEMENT | P4_CCCR_THRESHOLD | P4_CCCR_EDGE |
			 P4_CCCR_ENABLE | P4_CCCR_THREAD;
	const u32 enable = P4_PEBS_ENABLE_METRICS | P4_PEBS_ENABLE_UOP_TAG | P4_PEBS_ENABLE_MY_THR;

	if (event->select & ~cccr || !are_escrs_right(limits, event))
		return -PMC_ABI_ERANGE;
	if (event->pebs_enable & ~enable || event->pebs_vert & ~0x1fu || event->tags & ~0x1f)
		return -PMC_ABI_ERANGE;
	if (!fits_option(event))
		return -PMC_ABI_ERANGE;
	enc->select = event->select | P4_CCCR_ENABLE | P4_CCCR_THREAD;
	enc->escr = event->escr;
	enc->n_escrs = event->n_escrs;
	memcpy(enc->escr_of, event->escr_of, sizeof(enc->escr_of));
	/* Without MY_THR uops are tagged, and no records are written: there is no area for them. */
	enc->pebs_enable = event->pebs_enable & ~P4_PEBS_ENABLE_MY_THR;
	enc->pebs_vert = event->pebs_vert;
	enc->upstream = event->upstream;
	enc->n_upstream = event->n_upstream;
	memcpy(enc->upstream_of, event->upstream_of, sizeof(enc->upstream_of));
	enc->tags = event->tags;
	if (limits->siblings && !pmc_p4_confine(enc))
		return -PMC_ABI_ERANGE;
	scope->kernel = (enc->escr | enc->upstream) & P4_ESCR_T0_OS;
	scope->wide = (enc->escr | enc->upstream) & (P4_ESCR_T1_OS | P4_ESCR_T1_USR) ||
		      enc->pebs_enable || (limits->siblings && pmc_p4_counts_both(enc));
	return 0;
}

/* ---- Registers that events share (OFFCORE_RSP …) ---- */

/* The register must be the one that this event uses, and its value must not set reserved bits. */
static int check_msr(const struct pmu *pmu, u64 select, u32 msr, u64 value)
{
	const struct extra_rule *rule;

	if (!msr)
		return value ? -PMC_ABI_ERANGE : 0;
	rule = pmc_constraint_extra(pmu, select);
	return !rule || rule->msr != msr || value & ~rule->bits ? -PMC_ABI_ERANGE : 0;
}

/* The same event by another register may differ in event code and unit mask alone. */
static int take_other(const struct pmu *pmu, const struct pmc_ioctl_event *event,
		      struct encoding *enc)
{
	const u64 name = EVTSEL_EVENT | EVTSEL_UMASK;
	int err;

	if (!event->other_msr)
		return event->other_select || event->other_counters ? -PMC_ABI_ERANGE : 0;
	if (!event->msr || (event->other_select ^ event->select) & ~name)
		return -PMC_ABI_ERANGE;
	err = check_msr(pmu, event->other_select, event->other_msr, event->msr_value);
	if (err)
		return err;
	enc->other_msr = event->other_msr;
	enc->other_select = (enc->select & ~name) | (event->other_select & name);
	enc->other_counters = event->other_counters &
			      pmc_constraint_counters(pmu, enc->other_select);
	return enc->other_counters ? 0 : -PMC_ABI_ERANGE;
}

static int take_msr(const struct pmu *pmu, const struct pmc_ioctl_event *event,
		    struct encoding *enc)
{
	int err = check_msr(pmu, enc->select, event->msr, event->msr_value);

	if (err)
		return err;
	enc->msr = event->msr;
	enc->msr_value = event->msr_value;
	return take_other(pmu, event, enc);
}

int pmc_abi_to_encoding(const struct abi_limits *limits, const struct pmc_ioctl_event *event,
			struct encoding *enc, struct abi_scope *scope)
{
	const struct pmu *pmu = limits->pmu;
	int err;

	memset(enc, 0, sizeof(*enc));
	memset(scope, 0, sizeof(*scope));
	/* An event may be planned for either sibling; pmc_p4_confine() makes it the first one's. */
	enc->counters = event->counters &
			(limits->siblings ? P4_COUNTERS_LP0 | P4_COUNTERS_SIBLING :
					    pmc_assign_counters(pmu));
	if (!enc->counters)
		return -PMC_ABI_ERANGE;
	if (pmu->family == PMU_P4)
		err = take_p4(limits, event, enc, scope);
	else if (pmu->family < PMU_P6)
		err = take_cesr(limits, event, enc, scope);
	else
		err = take_counters(limits, event, enc, scope);
	return err ? err : take_msr(pmu, event, enc);
}
