/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The families with PERFEVTSEL: P6, AMD and the architectural PMU. They share one layout (regs.h),
 * and enable a counter in three ways: P6's first PerfEvtSel enables both counters; AMD's and
 * Intel's registers have an EN each; and from version 2 on GLOBAL_CTRL has a bit for each counter
 * as well.
 */
#include "core/encode/evtsel/encode.h"
#include "core/encode/evtsel/select.h"
#include "core/encode/evtsel/wide.h"
#include "core/encode/fields/refuse.h"
#include "core/encode/fields/umasks.h"
#include "core/event/catalogue.h"
#include "core/event/event.h"
#include "core/pmu/constraint.h"
#include "core/pmu/pmu.h"
#include "core/pmu/registers.h"

/* The bits that every PERFEVTSEL has. */
#define OF_ALL                                                                             \
	(EVTSEL_EVENT | EVTSEL_UMASK | EVTSEL_USR | EVTSEL_OS | EVTSEL_EDGE | EVTSEL_INT | \
	 EVTSEL_EN | EVTSEL_INV | EVTSEL_CMASK)

static inline void fixed_bits(const struct job *job, struct encoding *enc, u32 fixed)
{
	u32 rings = job->mods & (MOD_USER | MOD_KERNEL);

	/* A fixed counter has no edge detection, no comparison and does not know transactions. */
	if (!fixed || !(job->pmu->fixed >> (fixed - 1) & 1) || job->cmask ||
	    job->mods & (MOD_EDGE | MOD_INVERT | MOD_IN_TX | MOD_IN_TXCP))
		return;
	enc->counters |= 1ull << FIXED_COUNTER(fixed - 1);
	if (!rings)
		rings = MOD_USER | MOD_KERNEL;
	enc->fixed = (u8)((rings & MOD_KERNEL ? FIXED_CTRL_OS : 0) |
			  (rings & MOD_USER ? FIXED_CTRL_USR : 0) |
			  (job->flags & ENCODE_PMI ? FIXED_CTRL_PMI : 0) |
			  (job->row->flags & ROW_ANY || job->mods & MOD_ANY_THREAD ?
				   FIXED_CTRL_ANY :
				   0));
}

/*
 * The fixed counter (its number + 1) that counts the same event as a general counter with this
 * select value, found through the rows of our own catalogue. Linux and libpfm4 write event select 0
 * with a unit mask up to 4 for a fixed counter whose event no general counter counts; no register
 * holds that value.
 */
static u32 fixed_of(const struct pmu *pmu, u64 select)
{
	const struct model_event *row;
	u32 i;

	if (pmu->family != PMU_ARCH)
		return 0;
	if (!(select & EVTSEL_EVENT))
		return (select >> 8) <= 4 ? (u32)(select >> 8) : 0;
	if (select & ~(EVTSEL_EVENT | EVTSEL_UMASK))
		return 0;
	/* Our own rows stand before the wide ones. */
	for (i = 0; (row = pmc_list_row(pmu->model->events, i)) && !row->wide; i++)
		if (row->fixed && !row->n_umasks && !select_row(row) && !(row->flags & ROW_FIXED) &&
		    select == (row->code | (u64)row->plain << 8))
			return row->fixed;
	return 0;
}

/* Sets the general counters, and the register that the event needs besides; enc->select is set. */
static int take_general(const struct job *job, u32 msr, u64 msr_value, struct encoding *enc)
{
	enc->counters = job->pmu->general;
	if (job->row->counters)
		enc->counters &= job->row->counters;
	enc->msr = msr;
	enc->msr_value = msr_value;
	if (enc->msr)
		select_add_other(job->pmu, enc, (u32)enc->counters);
	enc->counters &= pmc_constraint_counters(job->pmu, enc->select);
	return 0;
}

static int refuse_bit(const struct job *job)
{
	return encode_refuse(job, " sets a bit of its select register that this PMU does not have");
}

static int encode_wide_row(const struct job *job, struct encoding *enc)
{
	const struct pmu *pmu = job->pmu;
	struct wide_value v;
	int err = encode_wide(job, &v);
	u32 fixed;

	if (err)
		return err;
	fixed = fixed_of(pmu, v.select);
	if (v.select & EVTSEL_EVENT || pmu->family != PMU_ARCH) {
		enc->select = (job->cmask ? v.select & ~EVTSEL_CMASK : v.select) | select_mods(job);
		if (enc->select & ~OF_ALL && enc->select & ~select_bits(pmu))
			return refuse_bit(job);
		take_general(job, v.msr ? job->row->msr : 0, v.msr, enc);
	} else if (!fixed) {
		return encode_refuse(job,
				     ": its description has event select 0, which counts nothing");
	}
	fixed_bits(job, enc, fixed);
	if (!enc->counters && !(v.select & EVTSEL_EVENT))
		return encode_refuse(
			job, " counts only on a fixed counter, which this PMU does not have "
			     "or which cannot do these modifiers (no edge, invert, counter mask "
			     "or transactions)");
	return 0;
}

/* A row that is not wide, on a general counter. */
static int encode_general(const struct job *job, const struct umask_value *um, struct encoding *enc)
{
	const struct model_event *row = job->row;
	u64 own = select_row(row);

	enc->select = (row->code & 0xffu) | (u64)(um->bits & 0xff) << 8 |
		      (u64)(row->code >> 8) << 32 | (u64)(um->bits >> 8) << 40 | select_mods(job);
	/* The user's c=N replaces the row's. */
	enc->select |= job->cmask ? own & ~EVTSEL_CMASK : own;
	if (own && enc->select & ~select_bits(job->pmu))
		return refuse_bit(job);
	return take_general(job, row->msr, row->msr_value, enc);
}

int encode_evtsel(const struct job *job, struct encoding *enc)
{
	const struct model_event *row = job->row;
	const struct pmu *pmu = job->pmu;
	struct umask_value um;
	int err = select_check_mods(job);

	if (err)
		return err;
	if (row->wide)
		return encode_wide_row(job, enc);
	err = encode_umasks(job, &um);
	if (err)
		return err;
	if (row->arch && !(pmu->arch_events >> (row->arch - 1) & 1))
		return encode_refuse(job, " is an architectural event that this processor does not "
					  "have (CPUID leaf 0AH)");
	if (!(row->flags & ROW_FIXED)) {
		err = encode_general(job, &um, enc);
		if (err)
			return err;
	}
	fixed_bits(job, enc, row->fixed);
	if (!enc->counters && row->flags & ROW_FIXED && pmu->fixed >> (row->fixed - 1) & 1)
		return encode_refuse(
			job, " counts only on a fixed counter, which has no edge detection, "
			     "inversion or counter mask and does not know transactions");
	return 0;
}

void encode_evtsel_on(const struct pmu *pmu, const struct encoding *enc, u32 counter,
		      struct reg_value *regs, u32 *n)
{
	u32 global = pmc_pmu_global_ctrl(pmu);
	u64 bit = 1ull << counter;

	if (enc->msr)
		reg_put(regs, n, enc->msr, enc->msr_value, ~0ull);
	if (counter >= 32) {
		u32 shift = (counter - 32) * FIXED_CTRL_BITS;

		reg_put(regs, n, MSR_FIXED_CTR_CTRL, (u64)enc->fixed << shift, 0xfull << shift);
	} else if (pmu->family == PMU_P6 && counter) {
		/* Number 1's EN is reserved: number 0's enables both counters. */
		reg_put(regs, n, MSR_PERFEVTSEL0 + counter, enc->select & ~EVTSEL_EN,
			~0ull & ~EVTSEL_EN);
		reg_put(regs, n, MSR_PERFEVTSEL0, EVTSEL_EN, EVTSEL_EN);
	} else {
		reg_put(regs, n, select_address(pmu, counter), enc->select, ~0ull);
	}
	if (global)
		reg_put(regs, n, global, bit, bit);
}
