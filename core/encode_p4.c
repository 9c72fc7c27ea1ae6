/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The Pentium 4: an event is an ESCR (event class, sub-events, rings, tag) and a CCCR (which ESCR,
 * comparison, edge), SDM volume 3, "Programming the Performance Counters for Non-Retirement Events" and
 * "At-Retirement Counting"; replay tagging needs IA32_PEBS_ENABLE and MSR_PEBS_MATRIX_VERT as well.
 *
 * Modifiers: c=N counts cycles with at least N events, so the threshold is N-1 (the CCCR counts above
 * it); i is the complement: cycles with fewer than N. Edge works on the comparison's outcome, so e alone
 * compares with a threshold of 0.
 */
#include "core/encode_family.h"
#include "core/tables/p4_replay.h"

int encode_p4(const struct job *job, struct encoding *enc)
{
	const struct pmu *pmu = job->pmu;
	u32 rings = job->mods & (MOD_USER | MOD_KERNEL), i, usr, os;
	struct umask_value um;
	int err = encode_mods(job, MOD_USER | MOD_KERNEL | MOD_EDGE | MOD_INVERT);

	if (!err)
		err = encode_umasks(job, &um);
	if (err)
		return err;
	if (job->cmask > 16)
		return encode_refuse(job, ": the threshold of a CCCR has four bits; c=N goes from 1 to "
					  "16");
	if (job->flags & ENCODE_T1 && !(pmu->caps & PMU_HT))
		return encode_refuse_model(job, " has no second logical processor here");
	if (!rings)
		rings = MOD_USER | MOD_KERNEL;
	usr = job->flags & ENCODE_T1 ? P4_ESCR_T1_USR : P4_ESCR_T0_USR;
	os = job->flags & ENCODE_T1 ? P4_ESCR_T1_OS : P4_ESCR_T0_OS;
	enc->escr = (u32)job->row->code << P4_ESCR_EVENT_SHIFT | um.bits << P4_ESCR_MASK_SHIFT |
		    (rings & MOD_USER ? usr : 0) | (rings & MOD_KERNEL ? os : 0);
	if (um.tag)
		enc->escr |= um.tag << P4_ESCR_TAG_SHIFT | P4_ESCR_TAG_ENABLE;
	enc->select = P4_CCCR_ENABLE | P4_CCCR_THREAD; /* any: without HT the field must be 3 */
	if (job->cmask || job->mods & (MOD_EDGE | MOD_INVERT))
		enc->select |= P4_CCCR_COMPARE |
			       (job->cmask ? (job->cmask - 1) << P4_CCCR_THRESHOLD_SHIFT : 0);
	if (job->mods & MOD_EDGE)
		enc->select |= P4_CCCR_EDGE;
	if (job->mods & MOD_INVERT)
		enc->select |= P4_CCCR_COMPLEMENT;
	if (job->flags & ENCODE_PMI)
		enc->select |= job->flags & ENCODE_T1 ? P4_CCCR_OVF_PMI_T1 : P4_CCCR_OVF_PMI_T0;
	if (um.replay >= 0) {
		enc->pebs_enable = pmc_p4_replay[um.replay].enable | P4_PEBS_ENABLE_UOP_TAG |
				   P4_PEBS_ENABLE_MY_THR;
		enc->pebs_vert = pmc_p4_replay[um.replay].vert;
	}
	for (i = 0; i < 2; i++) {
		u8 escr = job->row->escr[i];

		if (escr == P4_NO_ESCR ||
		    ((escr == P4_IQ_ESCR0 || escr == P4_IQ_ESCR1) && !(pmu->caps & PMU_IQ_ESCR)))
			continue;
		enc->escr_of[enc->n_escrs++] = escr;
		enc->counters |= pmc_p4_escr[escr].counters & pmu->general;
	}
	if (job->row->counters)
		enc->counters &= job->row->counters;
	return 0;
}

void encode_p4_on(const struct pmu *pmu, const struct encoding *enc, u32 counter,
		  struct reg_value *regs, u32 *n)
{
	const struct p4_escr_row *escr = &pmc_p4_escr[enc->escr_of[0]];
	u32 i;

	for (i = 0; i < enc->n_escrs; i++)
		if (pmc_p4_escr[enc->escr_of[i]].counters >> counter & 1)
			escr = &pmc_p4_escr[enc->escr_of[i]];
	if (enc->pebs_enable) {
		reg_put(regs, n, MSR_P4_PEBS_ENABLE, enc->pebs_enable, enc->pebs_enable);
		reg_put(regs, n, MSR_P4_PEBS_MATRIX_VERT, enc->pebs_vert, enc->pebs_vert);
	}
	reg_put(regs, n, escr->address, enc->escr, ~0ull);
	reg_put(regs, n, MSR_P4_CCCR0 + counter,
		enc->select | (u64)escr->select << P4_CCCR_SELECT_SHIFT, ~0ull);
}

static s32 replay_of(u32 enable, u32 vert)
{
	u32 i;

	for (i = 0; i < P4_REPLAYS; i++)
		if (pmc_p4_replay[i].enable == (enable & P4_PEBS_ENABLE_METRICS) &&
		    pmc_p4_replay[i].vert == vert)
			return (s32)i;
	return -1;
}

bool decode_p4(const struct pmu *pmu, const struct reg_value *regs, u32 n, u32 counter,
	       struct event *event)
{
	const struct catalogue *c = pmu->model->events;
	const struct model_event *row;
	struct umask_value um = { 0, 0, -1 };
	u64 cccr, escr, enable = 0, vert = 0;
	enum p4_escr which;
	u32 usr, os, i;
	bool replay;

	if (counter >= P4_COUNTERS || !reg_value_of(regs, n, MSR_P4_CCCR0 + counter, &cccr) ||
	    !(cccr & P4_CCCR_ENABLE))
		return false;
	which = pmc_p4_escr_selected((enum p4_counter)counter,
				     (u32)(cccr & P4_CCCR_SELECT) >> P4_CCCR_SELECT_SHIFT);
	if (which == P4_NO_ESCR || !reg_value_of(regs, n, pmc_p4_escr[which].address, &escr))
		return false;
	usr = !!(escr & (P4_ESCR_T0_USR | P4_ESCR_T1_USR));
	os = !!(escr & (P4_ESCR_T0_OS | P4_ESCR_T1_OS));
	if (!usr && !os)
		return false;
	if (usr != os)
		event->mods |= usr ? MOD_USER : MOD_KERNEL;
	if (cccr & P4_CCCR_EDGE)
		event->mods |= MOD_EDGE;
	if (cccr & P4_CCCR_COMPLEMENT)
		event->mods |= MOD_INVERT;
	if (cccr & P4_CCCR_COMPARE)
		event->cmask = (u8)((cccr & P4_CCCR_THRESHOLD) >> P4_CCCR_THRESHOLD_SHIFT) + 1;
	/* Edge or complement over a threshold of 0 is what they are without c=N. */
	if (event->cmask == 1 && event->mods & (MOD_EDGE | MOD_INVERT))
		event->cmask = 0;
	um.bits = (u32)(escr & P4_ESCR_MASK) >> P4_ESCR_MASK_SHIFT;
	if (escr & P4_ESCR_TAG_ENABLE)
		um.tag = (u32)(escr & P4_ESCR_TAG) >> P4_ESCR_TAG_SHIFT;
	replay = reg_value_of(regs, n, MSR_P4_PEBS_ENABLE, &enable) &&
		 enable & P4_PEBS_ENABLE_UOP_TAG &&
		 reg_value_of(regs, n, MSR_P4_PEBS_MATRIX_VERT, &vert);
	event->kind = EVENT_MODEL;
	event->catalogue = c;
	for (i = 0; (row = pmc_list_row(c, i)); i++) {
		if (!c->event(c, i)[0] || (row->escr[0] != which && row->escr[1] != which) ||
		    row->code != (u32)(escr & P4_ESCR_EVENT) >> P4_ESCR_EVENT_SHIFT)
			continue;
		um.replay = -1;
		if (replay && row->flags & ROW_REPLAY)
			um.replay = replay_of((u32)enable, (u32)vert);
		if (!decode_umasks(c, i, &um, &event->umasks))
			continue;
		event->id = i;
		return true;
	}
	event->kind = EVENT_RAW;
	event->catalogue = NULL;
	event->umasks = 0;
	event->raw = escr << 32 | cccr;
	return true;
}
