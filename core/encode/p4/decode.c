/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The Pentium 4's registers read back. The event that comes out encodes to the same registers,
 * except OVF, which is status, and reserved bits. What no row with modifiers encodes to is a raw
 * event.
 */
#include "core/encode/p4/decode.h"
#include "core/encode/fields/umasks.h"
#include "core/encode/p4/fields.h"
#include "core/event/catalogue.h"
#include "core/event/event.h"
#include "core/pmu/p4.h"
#include "core/pmu/registers.h"
#include "core/tables/intel/p4_replay.h"
#include "core/event/generic.h"

/* What is decoded, and from what. */
struct found {
	const struct pmu *pmu;
	const struct reg_value *regs;
	u32 n, counter;
	enum p4_escr which;
	u32 escr, cccr; /* without reserved bits; cccr without the ESCR's number and OVF */
	u32 pebs_enable, pebs_vert;
};

static u32 reg_of(const struct found *f, u32 address)
{
	struct pmu_reg_at at;
	u64 v;

	if (!reg_value_of(f->regs, f->n, address, &v) || !pmc_pmu_reg_at(f->pmu, address, &at))
		return 0;
	return (u32)(v & pmc_pmu_reg_bits(f->pmu, &at));
}

/* The ring flags as modifiers; false when the two logical processors count different rings. */
static bool decode_rings(u32 escr, u32 *mods)
{
	u32 t0 = escr >> 2 & 3, t1 = escr & 3; /* USR is the lower bit of both */
	u32 rings = t0 ? t0 : t1;

	if (t0 && t1 && t0 != t1)
		return false;
	if (t1)
		*mods |= t0 ? MOD_ANY_THREAD : MOD_T1;
	if (rings == 1)
		*mods |= MOD_USER;
	if (rings == 2)
		*mods |= MOD_KERNEL;
	return true;
}

/* The CCCR as modifiers; false when no modifiers make this value. */
static bool decode_cccr(u32 cccr, u32 *mods, u8 *cmask)
{
	u32 active = (cccr & P4_CCCR_THREAD) >> P4_CCCR_THREAD_SHIFT;

	if (cccr & P4_CCCR_EDGE)
		*mods |= MOD_EDGE;
	if (cccr & P4_CCCR_COMPLEMENT)
		*mods |= MOD_INVERT;
	if (cccr & P4_CCCR_FORCE_OVF)
		*mods |= MOD_FORCE_OVF;
	if (cccr & P4_CCCR_OVF_PMI_T0)
		*mods |= MOD_OVF_PMI_T0;
	if (cccr & P4_CCCR_OVF_PMI_T1)
		*mods |= MOD_OVF_PMI_T1;
	if (cccr & P4_CCCR_CASCADE)
		*mods |= MOD_CASCADE;
	if (cccr & P4_CCCR_EXT_CASCADE)
		*mods |= MOD_EXT_CASCADE;
	if (active != 3)
		*mods |= (active + 1) << MOD_ACTIVE_SHIFT;
	*cmask = 0;
	if (cccr & P4_CCCR_COMPARE)
		*cmask = (u8)((cccr & P4_CCCR_THRESHOLD) >> P4_CCCR_THRESHOLD_SHIFT) + 1;
	/* With a threshold of 0, edge and complement need no c=N. */
	if (*cmask == 1 && *mods & (MOD_EDGE | MOD_INVERT))
		*cmask = 0;
	return p4_cccr(*mods, *cmask) == cccr;
}

/* Whether the metric's upstream ESCR is among the registers and has the value that the metric
 * needs. */
static bool has_upstream(const struct found *f, const struct p4_replay *r)
{
	u32 want = p4_escr_value(r->upstream_event, r->upstream_mask, 0) | (f->escr & 0xf), i;

	for (i = 0; i < r->n_upstream; i++)
		if (reg_of(f, pmc_p4_escr[r->upstream_of[i]].address) == want)
			return true;
	return !r->n_upstream;
}

/* The metric in the PEBS registers; -1: they are not in use; -2: they hold something else. */
static s32 replay_of(const struct found *f, u32 mods)
{
	u32 i;

	if (!f->pebs_enable && !f->pebs_vert)
		return -1;
	for (i = 0; i < P4_REPLAYS; i++)
		if ((pmc_p4_replay[i].enable | p4_pebs_threads(mods)) == f->pebs_enable &&
		    pmc_p4_replay[i].vert == f->pebs_vert && has_upstream(f, &pmc_p4_replay[i]))
			return (s32)i;
	return -2;
}

/* Finds the upstream ESCR that tags what the row counts with this mask, and sets from=. */
static void decode_upstream(const struct found *f, const struct model_event *row, u32 mask,
			    struct event *event)
{
	const struct catalogue *c = f->pmu->model->events;
	u32 counted = p4_tags_counted(row, mask), i, e, value;
	const struct model_event *up;
	struct umask_value um = { 0, 0, -1 };

	for (e = 0; e < P4_ESCRS; e++) {
		value = reg_of(f, pmc_p4_escr[e].address);
		if (!value || (value & 0xf) != (f->escr & 0xf))
			continue;
		um.bits = (value & P4_ESCR_MASK) >> P4_ESCR_MASK_SHIFT;
		um.tag = value & P4_ESCR_TAG_ENABLE ? (value & P4_ESCR_TAG) >> P4_ESCR_TAG_SHIFT :
						      0;
		if ((value & ~0xfu) !=
			    p4_escr_value(value >> P4_ESCR_EVENT_SHIFT, um.bits, um.tag) ||
		    (counted && !(um.tag & counted)))
			continue;
		/* Tags that equal the counted ones need not be named. */
		if (um.tag == counted)
			um.tag = 0;
		for (i = 0; (up = pmc_list_row(c, i)); i++) {
			if (!c->event(c, i)[0] || (up->escr[0] != e && up->escr[1] != e) ||
			    up->code != value >> P4_ESCR_EVENT_SHIFT || !p4_tags(row, up) ||
			    !decode_umasks(c, i, &um, &event->from_umasks))
				continue;
			event->has_from = true;
			event->from = i;
			return;
		}
	}
}

/* Finds the row of the catalogue. */
static bool decode_row(const struct found *f, struct event *event)
{
	const struct catalogue *c = f->pmu->model->events;
	const struct model_event *row;
	struct umask_value um = { 0, 0, -1 };
	u32 mods = 0, i;

	if (!decode_rings(f->escr, &mods) || !decode_cccr(f->cccr, &mods, &event->cmask))
		return false;
	/* Without Hyper-Threading the field must be "any", and :active= is not possible. */
	if (mods & MOD_ACTIVE && !(f->pmu->caps & PMU_HT))
		return false;
	um.bits = (f->escr & P4_ESCR_MASK) >> P4_ESCR_MASK_SHIFT;
	if (f->escr & P4_ESCR_TAG_ENABLE)
		um.tag = (f->escr & P4_ESCR_TAG) >> P4_ESCR_TAG_SHIFT;
	if ((f->escr & ~0xfu) != p4_escr_value(f->escr >> P4_ESCR_EVENT_SHIFT, um.bits, um.tag))
		return false;
	for (i = 0; (row = pmc_list_row(c, i)); i++) {
		if (!c->event(c, i)[0] || (row->escr[0] != f->which && row->escr[1] != f->which) ||
		    row->code != f->escr >> P4_ESCR_EVENT_SHIFT)
			continue;
		um.replay = row->flags & ROW_REPLAY ? replay_of(f, mods) : -1;
		if (um.replay < -1 || !decode_umasks(c, i, &um, &event->umasks))
			continue;
		if (p4_tagged_row(row) && !(row->flags & ROW_REPLAY) && f->pebs_enable) {
			if (f->pebs_enable != p4_pebs_threads(mods) || f->pebs_vert)
				return false;
			mods |= 1u << MOD_PRECISE_SHIFT;
		}
		if (p4_tagged_row(row))
			decode_upstream(f, row, um.bits, event);
		event->kind = EVENT_MODEL;
		event->catalogue = c;
		event->id = i;
		event->mods = mods;
		return true;
	}
	return false;
}

/* Reads the PEBS registers if this counter uses them: any for replay metrics, counter 16 for
 * sampling. */
static void find_pebs(struct found *f)
{
	u32 code = f->escr >> P4_ESCR_EVENT_SHIFT;
	bool tagged = f->which == P4_CRU_ESCR2 || f->which == P4_CRU_ESCR3;
	u32 enable = reg_of(f, MSR_P4_PEBS_ENABLE);

	if (!tagged)
		return;
	if (code != P4_REPLAY_EVENT &&
	    ((code != P4_FRONT_END_EVENT && code != P4_EXECUTION_EVENT) ||
	     f->counter != P4_IQ_COUNTER4 || enable & P4_PEBS_ENABLE_METRICS ||
	     !(enable & P4_PEBS_ENABLE_MY_THR)))
		return;
	f->pebs_enable = enable;
	f->pebs_vert = reg_of(f, MSR_P4_PEBS_MATRIX_VERT);
}

bool decode_p4(const struct pmu *pmu, const struct reg_value *regs, u32 n, u32 counter,
	       struct event *event)
{
	struct found f = { pmu, regs, n, counter, P4_NO_ESCR, 0, 0, 0, 0 };
	u32 cccr;

	if (counter >= P4_COUNTERS)
		return false;
	cccr = reg_of(&f, MSR_P4_CCCR0 + counter);
	if (!(cccr & (P4_CCCR_ENABLE | P4_CCCR_CASCADE | P4_CCCR_EXT_CASCADE)))
		return false;
	f.which = pmc_p4_escr_selected((enum p4_counter)counter,
				       (cccr & P4_CCCR_SELECT) >> P4_CCCR_SELECT_SHIFT);
	if (f.which == P4_NO_ESCR)
		return false;
	f.cccr = cccr & ~(P4_CCCR_SELECT | P4_CCCR_OVF);
	f.escr = reg_of(&f, pmc_p4_escr[f.which].address);
	if (!(f.escr & 0xf))
		return false;
	find_pebs(&f);
	if (decode_row(&f, event))
		return true;
	event->kind = EVENT_RAW;
	event->umasks = 0;
	event->cmask = 0;
	event->p4.given = true;
	event->p4.escr = (u8)f.which;
	event->p4.value = f.escr;
	event->p4.cccr = f.cccr;
	event->p4.pebs_enable = f.pebs_enable;
	event->p4.pebs_vert = f.pebs_vert;
	return true;
}
