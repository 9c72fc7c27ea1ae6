// SPDX-License-Identifier: GPL-2.0
/*
 * Events as they come from user mode: every bit is checked against core's registers, and against what
 * the caller may. Nothing that reaches a register later is checked again.
 */
#include <linux/bitops.h>

#include "kernel/base/access.h"
#include "kernel/event.h"
#include "kernel/pmu/regs.h"
#include "kernel/pmu/sibling.h"
#include "kernel/sample/sample.h"

/*
 * The bits that any register of a kind has. What one has alone (IN_TXCP) binds the event to its counter.
 * Collected once: going through all registers costs more than all the rest of setting up.
 */
static u64 kind_bits[REG_CLEAR + 1];

static u64 bits_of(enum reg_kind kind)
{
	return kind_bits[kind];
}

void event_init(void)
{
	struct pmu_reg_at at;
	u32 i;

	for (i = 0; pmc_pmu_reg(&hw_pmu, i, &at); i++)
		kind_bits[at.reg->kind] |= pmc_pmu_reg_bits(&hw_pmu, &at);
}

/* PERFEVTSEL. *wide: counts more than the caller's user mode on this logical processor. */
static int check_evtsel(struct encoding *enc, bool *kernel, bool *wide)
{
	if (enc->select & ~(bits_of(REG_SELECT) & ~EVTSEL_INT))
		return -ERANGE;
	*kernel |= !!(enc->select & EVTSEL_OS);
	*wide |= !!(enc->select & EVTSEL_ANY);
	enc->select |= EVTSEL_EN;
	return 0;
}

static int check_fixed(const struct encoding *enc, bool *kernel, bool *wide)
{
	u32 known = FIXED_CTRL_OS | FIXED_CTRL_USR;

	if (hw_pmu.caps & PMU_ANY_THREAD)
		known |= FIXED_CTRL_ANY;
	if (enc->fixed & ~known)
		return -ERANGE;
	*kernel |= !!(enc->fixed & FIXED_CTRL_OS);
	*wide |= !!(enc->fixed & FIXED_CTRL_ANY);
	return 0;
}

#define CCCR_SET (P4_CCCR_COMPARE | P4_CCCR_COMPLEMENT | P4_CCCR_THRESHOLD | P4_CCCR_EDGE)

static bool has_escr(u8 escr)
{
	struct pmu_reg_at at;

	return escr < P4_ESCRS && pmc_pmu_reg_at(&hw_pmu, pmc_p4_escr[escr].address, &at);
}

/* The ESCR, another that tags, the PEBS registers and tags: no option of core's takes more. */
static bool has_room(const struct encoding *enc)
{
	if (enc->tags & ~0x1f || (enc->tags && !enc->n_upstream))
		return false;
	return 1 + !!enc->n_upstream + (enc->pebs_enable || enc->pebs_vert) + hweight8(enc->tags) <=
	       ASSIGN_TAKES;
}

static int check_p4(struct encoding *enc, bool *kernel, bool *wide)
{
	u64 escr_bits = bits_of(REG_ESCR);
	u32 i;

	if (enc->select & ~(u64)(CCCR_SET | P4_CCCR_ENABLE | P4_CCCR_THREAD) ||
	    enc->escr & ~escr_bits || !enc->n_escrs || enc->n_escrs > 2)
		return -ERANGE;
	for (i = 0; i < enc->n_escrs; i++)
		if (!has_escr(enc->escr_of[i]))
			return -ERANGE;
	if (enc->n_upstream > 2 || enc->upstream & ~escr_bits ||
	    (!enc->n_upstream && enc->upstream))
		return -ERANGE;
	for (i = 0; i < enc->n_upstream; i++)
		if (!has_escr(enc->upstream_of[i]))
			return -ERANGE;
	if (enc->pebs_enable &
		    ~(P4_PEBS_ENABLE_METRICS | P4_PEBS_ENABLE_UOP_TAG | P4_PEBS_ENABLE_MY_THR) ||
	    enc->pebs_vert & ~0x1fu || !has_room(enc))
		return -ERANGE;
	enc->select |= P4_CCCR_ENABLE | P4_CCCR_THREAD;
	if (static_branch_unlikely(&hw_has_siblings) && !pmc_p4_confine(enc))
		return -ERANGE;
	if ((enc->pebs_enable || enc->pebs_vert) &&
	    (!(regs_slot(MSR_P4_PEBS_ENABLE) >= 0) || !(regs_slot(MSR_P4_PEBS_MATRIX_VERT) >= 0)))
		return -EIO;
	*kernel |= !!((enc->escr | enc->upstream) & P4_ESCR_T0_OS);
	*wide |= (enc->escr | enc->upstream) & (P4_ESCR_T1_OS | P4_ESCR_T1_USR) ||
		 enc->pebs_enable ||
		 (static_branch_unlikely(&hw_has_siblings) && pmc_p4_counts_both(enc));
	return 0;
}

static int check_cesr(struct encoding *enc, bool *kernel)
{
	u64 bits = hw_pmu.family == PMU_C3 ? bits_of(REG_SELECT) : bits_of(REG_CESR) & 0xffff;

	if (enc->select & ~bits)
		return -ERANGE;
	/* WinChip and C3 cannot leave the kernel out. */
	*kernel = hw_pmu.family == PMU_C6 || hw_pmu.family == PMU_C3 || enc->select & P5_CESR_CC_OS;
	return 0;
}

/* A register besides must be the one that this event uses, and its value have no reserved bits. */
static int check_msr(u64 select, u32 msr, u64 value)
{
	const struct extra_rule *rule;

	if (!msr)
		return value ? -ERANGE : 0;
	rule = pmc_constraint_extra(&hw_pmu, select);
	return !rule || rule->msr != msr || value & ~rule->bits ? -ERANGE : 0;
}

/* The same event by its other register: differs in what names the event alone. */
static int check_other(const struct pmc_ioctl_event *event, struct encoding *enc)
{
	const u64 name = EVTSEL_EVENT | EVTSEL_UMASK;
	int err;

	if (!event->other_msr)
		return event->other_select || event->other_counters ? -ERANGE : 0;
	if (!event->msr || (event->other_select ^ event->select) & ~name)
		return -ERANGE;
	err = check_msr(event->other_select, event->other_msr, event->msr_value);
	if (err)
		return err;
	enc->other_msr = event->other_msr;
	enc->other_select = (enc->select & ~name) | (event->other_select & name);
	enc->other_counters = event->other_counters &
			      pmc_constraint_counters(&hw_pmu, enc->other_select);
	return enc->other_counters ? 0 : -ERANGE;
}

/* What is asked of samples, before it is known what they are of. */
static int check_sample(const struct pmc_ioctl_event *event)
{
	const u32 known = PMC_SAMPLE_COUNTS | PMC_SAMPLE_USER_CHAIN | PMC_SAMPLE_KERNEL_CHAIN;

	if (event->sample & ~known || event->period > 1ull << 62 || event->reserved)
		return -EINVAL;
	if (!event->period)
		return event->flags & PMC_EVENT_FREQUENCY || event->sample || event->precise ?
			       -EINVAL :
			       0;
	if (event->flags & PMC_EVENT_FREQUENCY && event->period > 1000000)
		return -EINVAL;
	return event->precise || !sample_is_possible() ? -EOPNOTSUPP : 0;
}

/* The interrupt at overflow, which users do not set themselves. */
static void want_interrupt(struct encoding *enc)
{
	if (hw_pmu.family == PMU_P4) {
		enc->select |= P4_CCCR_OVF_PMI_T0;
		return;
	}
	enc->select |= EVTSEL_INT;
	if (enc->other_msr)
		enc->other_select |= EVTSEL_INT;
	enc->fixed |= FIXED_CTRL_PMI;
}

int event_check(const struct pmc_ioctl_event *event, struct encoding *enc, bool *counts_kernel)
{
	bool kernel = false, wide = false;
	int err;

	if (event->flags & ~(PMC_EVENT_PINNED | PMC_EVENT_FREQUENCY) || event->group > 255)
		return -EINVAL;
	err = check_sample(event);
	if (err)
		return err;
	memset(enc, 0, sizeof(*enc));
	enc->counters = event->counters & (static_branch_unlikely(&hw_has_siblings) ?
						   P4_COUNTERS_LP0 | P4_COUNTERS_SIBLING :
						   pmc_assign_counters(&hw_pmu));
	if (!enc->counters)
		return -ERANGE;
	if (hw_pmu.family == PMU_P4) {
		enc->select = event->select;
		enc->escr = event->escr;
		enc->n_escrs = event->n_escrs;
		memcpy(enc->escr_of, event->escr_of, sizeof(enc->escr_of));
		enc->pebs_enable = event->pebs_enable;
		enc->pebs_vert = event->pebs_vert;
		enc->upstream = event->up;
		enc->n_upstream = event->n_up;
		memcpy(enc->upstream_of, event->up_of, sizeof(enc->upstream_of));
		enc->tags = event->tags;
		err = check_p4(enc, &kernel, &wide);
	} else if (hw_pmu.family < PMU_P6) {
		enc->select = event->select;
		err = check_cesr(enc, &kernel);
	} else {
		err = 0;
		if (enc->counters & hw_pmu.general) {
			enc->select = event->select;
			err = check_evtsel(enc, &kernel, &wide);
			enc->counters &= pmc_constraint_counters(&hw_pmu, enc->select) |
					 ~0ull << 32;
			if (!err && !enc->counters)
				err = -ERANGE;
		}
		if (!err && enc->counters >> 32) {
			enc->fixed = event->fixed;
			err = check_fixed(enc, &kernel, &wide);
		}
	}
	if (err)
		return err;
	enc->msr = event->msr;
	enc->msr_value = event->msr_value;
	err = check_msr(enc->select, enc->msr, enc->msr_value);
	if (!err)
		err = check_other(event, enc);
	if (err)
		return err;
	if ((kernel && !access_kernel()) || (wide && !access_privileged()) || !access_any())
		return -EACCES;
	if (event->sample & PMC_SAMPLE_KERNEL_CHAIN && !access_kernel())
		return -EACCES;
	*counts_kernel = kernel;
	if (event->period)
		want_interrupt(enc);
	return 0;
}
