/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The families with CESR: P5, 6x86MX, WinChip; and the C3, which has a select register with an
 * event in it and nothing else. enc->select is the half of CESR that belongs to counter 0; counter
 * 1's is 16 bits higher.
 */
#include "core/encode/p5/encode.h"
#include "core/encode/fields/modifiers.h"
#include "core/encode/fields/refuse.h"
#include "core/event/catalogue.h"
#include "core/event/event.h"
#include "core/pmu/pmu.h"
#include "core/pmu/regs.h"
#include "core/event/generic.h"

#define HALF  0xffffull
#define RINGS ((u64)(P5_CESR_CC_USR | P5_CESR_CC_OS))

/* How the families differ. */
struct layout {
	u64 bits;   /* what is not reserved in a half */
	bool rings; /* counts by ring, has the CLK and PC bits, and an event select of six bits … */
	u64 event6; /* … with bit 6 here; 0: none */
	bool own;   /* each counter has a register of its own, not half of CESR */
};

static const struct layout layouts[PMU_FAMILIES] = {
	[PMU_P5] = { .bits = P5_CESR_ES | P5_CESR_CC | P5_CESR_PC, .rings = true },
	[PMU_CYRIX] = { .bits = P5_CESR_ES | P5_CESR_CC | P5_CESR_PC | CYRIX_CESR_ES6,
			.rings = true,
			.event6 = CYRIX_CESR_ES6 },
	[PMU_C6] = { .bits = C6_CESR_ES },
	[PMU_C3] = { .bits = C3_EVTSEL_EVENT, .own = true },
};

static const struct layout *layout_of(const struct pmu *pmu)
{
	return &layouts[pmu->family];
}

static int check(const struct job *job)
{
	if (job->cmask)
		return encode_refuse(job,
				     ": this PMU has no counter mask, so :c=N is not possible");
	if (job->flags & ENCODE_PMI)
		return encode_refuse(job, ": this PMU has no interrupt at overflow");
	return encode_check_mods(job, layout_of(job->pmu)->rings ? MOD_USER | MOD_KERNEL : 0);
}

static u64 ring_bits(const struct job *job)
{
	u32 mods = job->mods & (MOD_USER | MOD_KERNEL);

	if (!layout_of(job->pmu)->rings)
		return 0;
	if (!mods)
		mods = MOD_USER | MOD_KERNEL;
	return (mods & MOD_USER ? P5_CESR_CC_USR : 0) | (mods & MOD_KERNEL ? P5_CESR_CC_OS : 0);
}

int encode_p5(const struct job *job, struct encoding *enc)
{
	const struct layout *l = layout_of(job->pmu);
	int err = check(job);

	if (err)
		return err;
	enc->select = job->row->code;
	if (l->event6)
		enc->select = (job->row->code & P5_CESR_ES) |
			      (job->row->code & 0x40 ? l->event6 : 0);
	enc->select |= ring_bits(job);
	enc->counters = job->pmu->general;
	if (job->row->counters)
		enc->counters &= job->row->counters;
	return 0;
}

int encode_p5_raw(const struct job *job, struct encoding *enc)
{
	const struct layout *l = layout_of(job->pmu);
	u64 raw = job->event->raw;
	int err = check(job);

	if (err)
		return err;
	if (job->event->n_terms)
		return encode_refuse(job, ": this PMU's events have no terms; write rNNN");
	if (raw & ~l->bits)
		return encode_refuse_reserved(job, job->pmu->model->title, raw & ~l->bits);
	/* The number's own rings stand unless modifiers name others. */
	if (l->rings && (!(raw & RINGS) || job->mods & (MOD_USER | MOD_KERNEL)))
		raw = (raw & ~RINGS) | ring_bits(job);
	enc->select = raw;
	enc->counters = job->pmu->general;
	return 0;
}

void encode_p5_on(const struct pmu *pmu, const struct encoding *enc, u32 counter,
		  struct reg_value *regs, u32 *n)
{
	u32 shift = counter * P5_CESR_SHIFT;

	if (layout_of(pmu)->own)
		reg_put(regs, n, MSR_PERFEVTSEL0 + counter, enc->select, ~0ull);
	else
		reg_put(regs, n, MSR_P5_CESR, enc->select << shift, HALF << shift);
}

/* ---- Decoding ---- */

/* The counter's half of CESR, or its own register. */
static bool read_half(const struct pmu *pmu, const struct reg_value *regs, u32 n, u32 counter,
		      u64 *v)
{
	if (layout_of(pmu)->own)
		return reg_value_of(regs, n, MSR_PERFEVTSEL0 + counter, v);
	if (!reg_value_of(regs, n, MSR_P5_CESR, v))
		return false;
	*v = *v >> (counter * P5_CESR_SHIFT) & HALF;
	return true;
}

/* The row that the counter can count with this event select; false when there is none. */
static bool find_row(const struct pmu *pmu, u32 code, u32 counter, struct event *event)
{
	const struct catalogue *c = pmu->model->events;
	const struct model_event *row;
	u32 i;

	for (i = 0; (row = pmc_list_row(c, i)); i++) {
		if (!c->event(c, i)[0] || row->code != code ||
		    (row->counters && !(row->counters >> counter & 1)))
			continue;
		event->kind = EVENT_MODEL;
		event->catalogue = c;
		event->id = i;
		return true;
	}
	return false;
}

bool decode_p5(const struct pmu *pmu, const struct reg_value *regs, u32 n, u32 counter,
	       struct event *event)
{
	const struct layout *l = layout_of(pmu);
	u64 v, rings;
	u32 code;

	if (counter >= 32 || !(pmu->general >> counter & 1) ||
	    !read_half(pmu, regs, n, counter, &v))
		return false;
	v &= l->bits;
	code = (u32)v;
	if (l->rings) {
		rings = v & RINGS;
		if (!rings)
			return false;
		if (rings == P5_CESR_CC_USR)
			event->mods |= MOD_USER;
		if (rings == P5_CESR_CC_OS)
			event->mods |= MOD_KERNEL;
		v &= ~RINGS;
		code = (u32)(v & P5_CESR_ES) | (v & l->event6 ? 0x40 : 0);
	}
	/* No modifier says CLK or PC, so an event with one of them is raw. */
	if (!(l->rings && v & (P5_CESR_CC_CLK | P5_CESR_PC)) && find_row(pmu, code, counter, event))
		return true;
	event->kind = EVENT_RAW;
	event->raw = v;
	return true;
}
