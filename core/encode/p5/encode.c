/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The CESR families: P5, 6x86MX, WinChip; and the C3, which has one select register with an event and
 * nothing else. enc->select is the half of CESR that belongs to counter 0 (shifted for counter 1).
 */
#include "core/encode/fields/job.h"
#include "core/pmu/regs.h"

#define HALF 0xffffull

static u64 half_bits(const struct pmu *pmu)
{
	switch (pmu->family) {
	case PMU_P5:
		return P5_CESR_ES | P5_CESR_CC | P5_CESR_PC;
	case PMU_CYRIX:
		return P5_CESR_ES | P5_CESR_CC | P5_CESR_PC | CYRIX_CESR_ES6;
	case PMU_C6:
		return C6_CESR_ES;
	default:
		return C3_EVTSEL_EVENT;
	}
}

static bool has_rings(const struct pmu *pmu)
{
	return pmu->family == PMU_P5 || pmu->family == PMU_CYRIX;
}

static int check(const struct job *job)
{
	if (job->cmask)
		return encode_refuse(job, ": the PMU has no counter mask (c=N)");
	if (job->flags & ENCODE_PMI)
		return encode_refuse(job, ": the PMU has no interrupt at overflow");
	return encode_mods(job, has_rings(job->pmu) ? MOD_USER | MOD_KERNEL : 0);
}

static u64 ring_bits(const struct job *job)
{
	u32 mods = job->mods & (MOD_USER | MOD_KERNEL);

	if (!has_rings(job->pmu))
		return 0;
	if (!mods)
		mods = MOD_USER | MOD_KERNEL;
	return (mods & MOD_USER ? P5_CESR_CC_USR : 0) | (mods & MOD_KERNEL ? P5_CESR_CC_OS : 0);
}

int encode_p5(const struct job *job, struct encoding *enc)
{
	int err = check(job);

	if (err)
		return err;
	enc->select = job->row->code;
	if (job->pmu->family == PMU_CYRIX)
		enc->select = (job->row->code & P5_CESR_ES) |
			      (job->row->code & 0x40 ? CYRIX_CESR_ES6 : 0);
	enc->select |= ring_bits(job);
	enc->counters = job->pmu->general;
	if (job->row->counters)
		enc->counters &= job->row->counters;
	return 0;
}

int encode_p5_raw(const struct job *job, struct encoding *enc)
{
	u64 raw = job->event->raw;
	int err = check(job);

	if (err)
		return err;
	if (job->event->n_terms)
		return encode_refuse(job, ": this PMU's events have no terms; write rNNN");
	if (raw & ~half_bits(job->pmu))
		return encode_refuse_reserved(job, job->pmu->model->title, raw & ~half_bits(job->pmu));
	if (!has_rings(job->pmu) || !(raw & (P5_CESR_CC_USR | P5_CESR_CC_OS)) ||
	    job->mods & (MOD_USER | MOD_KERNEL))
		raw = (raw & ~(has_rings(job->pmu) ? (u64)(P5_CESR_CC_USR | P5_CESR_CC_OS) : 0)) |
		      ring_bits(job);
	enc->select = raw;
	enc->counters = job->pmu->general;
	return 0;
}

void encode_p5_on(const struct pmu *pmu, const struct encoding *enc, u32 counter,
		  struct reg_value *regs, u32 *n)
{
	u32 shift = counter * P5_CESR_SHIFT;

	if (pmu->family == PMU_C3)
		reg_put(regs, n, MSR_PERFEVTSEL0 + counter, enc->select, ~0ull);
	else
		reg_put(regs, n, MSR_P5_CESR, enc->select << shift, HALF << shift);
}

bool decode_p5(const struct pmu *pmu, const struct reg_value *regs, u32 n, u32 counter,
	       struct event *event)
{
	const struct catalogue *c = pmu->model->events;
	const struct model_event *row;
	u64 v, rings;
	u32 code, i;

	if (counter >= 32 || !(pmu->general >> counter & 1))
		return false;
	if (pmu->family == PMU_C3) {
		if (!reg_value_of(regs, n, MSR_PERFEVTSEL0 + counter, &v))
			return false;
	} else {
		if (!reg_value_of(regs, n, MSR_P5_CESR, &v))
			return false;
		v = v >> (counter * P5_CESR_SHIFT) & HALF;
	}
	v &= half_bits(pmu);
	code = (u32)v;
	if (has_rings(pmu)) {
		rings = v & (P5_CESR_CC_USR | P5_CESR_CC_OS);
		if (!rings)
			return false;
		if (rings == P5_CESR_CC_USR)
			event->mods |= MOD_USER;
		if (rings == P5_CESR_CC_OS)
			event->mods |= MOD_KERNEL;
		code = (u32)(v & P5_CESR_ES);
		if (v & CYRIX_CESR_ES6)
			code |= 0x40;
	}
	event->kind = EVENT_MODEL;
	event->catalogue = c;
	for (i = 0; (row = pmc_list_row(c, i)); i++) {
		if (!c->event(c, i)[0] || row->code != code ||
		    (row->counters && !(row->counters >> counter & 1)))
			continue;
		if (has_rings(pmu) && v & (P5_CESR_CC_CLK | P5_CESR_PC))
			break;
		event->id = i;
		return true;
	}
	event->kind = EVENT_RAW;
	event->catalogue = NULL;
	event->raw = has_rings(pmu) ? v & ~(u64)(P5_CESR_CC_USR | P5_CESR_CC_OS) : v;
	return true;
}
