/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The Pentium 4: an event is an ESCR (event class, sub-events, rings, tag) and a CCCR (which ESCR,
 * comparison, edge, overflow, cascade), SDM volume 3, "Programming the Performance Counters for
 * Non-Retirement Events" and "At-Retirement Counting". What is counted at retirement may have been tagged
 * by a second ESCR, upstream (from=, or the replay metric's own); replay tagging and PEBS need
 * IA32_PEBS_ENABLE and MSR_PEBS_MATRIX_VERT as well.
 *
 * Modifiers: c=N counts cycles with at least N events, so the threshold is N-1 (the CCCR counts above
 * it); i is the complement: cycles with fewer than N. Edge works on the comparison's outcome, so e alone
 * compares with a threshold of 0. An event that cascades is not enabled: an overflow starts it.
 */
#include "core/encode/p4/encode.h"
#include "core/pmu/regs.h"

#define P4_MODS                                                                                    \
	(MOD_USER | MOD_KERNEL | MOD_EDGE | MOD_INVERT | MOD_PRECISE | MOD_PRECISE_MAX |           \
	 MOD_ANY_THREAD | MOD_T1 | MOD_FORCE_OVF | MOD_OVF_PMI_T0 | MOD_OVF_PMI_T1 | MOD_CASCADE | \
	 MOD_EXT_CASCADE | MOD_ACTIVE)

/* Of them those that are flags of the CCCR. */
#define OF_CCCR (P4_MODS & ~(MOD_USER | MOD_KERNEL | MOD_PRECISE | MOD_PRECISE_MAX | MOD_ANY_THREAD | MOD_T1))

u32 p4_rings(u32 mods)
{
	bool second = mods & MOD_T1, both = mods & MOD_ANY_THREAD;
	u32 rings = 0;

	if (!(mods & (MOD_USER | MOD_KERNEL)))
		mods |= MOD_USER | MOD_KERNEL;
	if (!second || both)
		rings |= (mods & MOD_USER ? P4_ESCR_T0_USR : 0) | (mods & MOD_KERNEL ? P4_ESCR_T0_OS : 0);
	if (second || both)
		rings |= (mods & MOD_USER ? P4_ESCR_T1_USR : 0) | (mods & MOD_KERNEL ? P4_ESCR_T1_OS : 0);
	return rings;
}

u32 p4_cccr_mods(u32 mods, u32 cmask)
{
	u32 v = 0;

	if (cmask || mods & (MOD_EDGE | MOD_INVERT))
		v |= P4_CCCR_COMPARE | (cmask ? (cmask - 1) << P4_CCCR_THRESHOLD_SHIFT : 0);
	if (mods & MOD_EDGE)
		v |= P4_CCCR_EDGE;
	if (mods & MOD_INVERT)
		v |= P4_CCCR_COMPLEMENT;
	if (mods & MOD_FORCE_OVF)
		v |= P4_CCCR_FORCE_OVF;
	if (mods & MOD_OVF_PMI_T0)
		v |= P4_CCCR_OVF_PMI_T0;
	if (mods & MOD_OVF_PMI_T1)
		v |= P4_CCCR_OVF_PMI_T1;
	if (mods & MOD_CASCADE)
		v |= P4_CCCR_CASCADE;
	if (mods & MOD_EXT_CASCADE)
		v |= P4_CCCR_EXT_CASCADE;
	return v;
}

/* The active-thread field: "any" unless told; without Hyper-Threading it must be that. */
static u32 active_thread(u32 mods)
{
	u32 given = (mods & MOD_ACTIVE) >> MOD_ACTIVE_SHIFT;

	return given ? (given - 1) << P4_CCCR_THREAD_SHIFT : P4_CCCR_THREAD;
}

u32 p4_cccr(u32 mods, u32 cmask)
{
	u32 v;

	if (!cmask && !(mods & OF_CCCR))
		return P4_CCCR_ENABLE | P4_CCCR_THREAD;
	v = p4_cccr_mods(mods, cmask) | active_thread(mods);
	return v & (P4_CCCR_CASCADE | P4_CCCR_EXT_CASCADE) ? v : v | P4_CCCR_ENABLE;
}

u32 p4_pebs_threads(u32 mods)
{
	return P4_PEBS_ENABLE_UOP_TAG | P4_PEBS_ENABLE_MY_THR |
	       (mods & MOD_ANY_THREAD ? P4_PEBS_ENABLE_OTH_THR : 0);
}

u32 p4_mods(const struct job *job)
{
	u32 mods = job->mods;

	if (job->flags & ENCODE_T1)
		mods |= MOD_T1;
	if (job->flags & ENCODE_PMI)
		mods |= mods & MOD_T1 ? MOD_OVF_PMI_T1 : MOD_OVF_PMI_T0;
	return mods;
}

int p4_check_mods(const struct job *job)
{
	u32 mods = p4_mods(job), caps = job->pmu->caps;
	int err;

	if (!mods && !job->cmask)
		return 0;
	err = encode_mods(job, P4_MODS);
	if (err)
		return err;
	if (job->cmask > 16)
		return encode_refuse(job, ": the threshold of a CCCR has four bits; c=N goes from 1 to "
					  "16");
	if (mods & (MOD_T1 | MOD_ANY_THREAD | MOD_OVF_PMI_T1 | MOD_ACTIVE) && !(caps & PMU_HT))
		return encode_refuse_model(job, " has no second logical processor here");
	if (mods & MOD_EXT_CASCADE && !(caps & PMU_EXT_CASCADE))
		return encode_refuse_model(job, " has no extended cascading here; models from 2 on have");
	return 0;
}

bool p4_tagged_row(const struct model_event *row)
{
	return row->escr[0] == P4_CRU_ESCR2 &&
	       (row->code == P4_FRONT_END_EVENT || row->code == P4_REPLAY_EVENT ||
		row->code == P4_EXECUTION_EVENT);
}

bool p4_tags(const struct model_event *downstream, const struct model_event *up)
{
	u32 j;

	if (downstream->escr[0] != P4_CRU_ESCR2)
		return false;
	if (downstream->code == P4_FRONT_END_EVENT)
		return up->escr[0] == P4_RAT_ESCR0;
	if (downstream->code != P4_EXECUTION_EVENT || up->escr[0] == P4_RAT_ESCR0)
		return false;
	for (j = 0; j < up->n_umasks; j++)
		if (up->umask[j].kind == UMASK_TAG)
			return true;
	return false;
}

u32 p4_tags_counted(const struct model_event *row, u32 mask)
{
	return row->code == P4_EXECUTION_EVENT ? (mask | mask >> 4) & 0xf : 0;
}

u32 p4_escrs(const struct pmu *pmu, const u8 *row_escr, u32 n, u8 *escr_of)
{
	u32 i, got = 0;

	for (i = 0; i < n; i++)
		if (row_escr[i] != P4_NO_ESCR &&
		    ((row_escr[i] != P4_IQ_ESCR0 && row_escr[i] != P4_IQ_ESCR1) || pmu->caps & PMU_IQ_ESCR))
			escr_of[got++] = row_escr[i];
	return got;
}

void p4_counters(const struct pmu *pmu, struct encoding *enc)
{
	u32 i;

	for (i = 0; i < enc->n_escrs; i++)
		enc->counters |= pmc_p4_escr[enc->escr_of[i]].counters & pmu->general;
	enc->cascade = (enc->select & P4_CCCR_CASCADE ? CASCADE_PAIR : 0) |
		       (enc->select & P4_CCCR_EXT_CASCADE ? CASCADE_EXTENDED : 0);
	if (enc->cascade & CASCADE_EXTENDED)
		enc->counters &= P4_EXTENDED_COUNTERS;
}

/* ---- Tagging ---- */

/* The ESCR of from=: encode its unit masks and tag. mask: what is counted at retirement. */
static int encode_upstream(const struct job *job, u32 mask, struct encoding *enc)
{
	const struct event *ev = job->event;
	struct umask_value um;
	struct job up = *job;
	u32 counted = p4_tags_counted(job->row, mask);
	int err;

	up.id = ev->from;
	up.row = pmc_list_row(job->pmu->model->events, ev->from);
	up.umasks = ev->from_umasks;
	if (!p4_tags(job->row, up.row)) {
		encode_refuse(job, " does not count what ");
		pmc_diag_add(job->diag, up.row->name);
		pmc_diag_add(job->diag, " tags: front_end_event counts uop_type's, execution_event those of "
					"the events with TAG0 to TAG3, replay_event what its metric says");
		return -PMC_CORE_EINVAL;
	}
	err = encode_umasks(&up, &um);
	if (err)
		return err;
	if (!um.tag)
		um.tag = counted;
	if (counted && !(um.tag & counted))
		return encode_refuse(job, ": its unit masks count none of the tags that from= gives; "
					  "NBOGUS0 and BOGUS0 count tag 0, and so on");
	enc->up = p4_escr_value(up.row->code, um.bits, um.tag) | p4_rings(p4_mods(job));
	enc->n_up = (u8)p4_escrs(job->pmu, up.row->escr, 2, enc->up_of);
	enc->tags = counted ? (u8)um.tag : TAG_FRONT_END;
	return 0;
}

void p4_metric_upstream(const struct pmu *pmu, const struct p4_replay *metric, struct encoding *enc)
{
	enc->n_up = (u8)p4_escrs(pmu, metric->up_of, metric->n_up, enc->up_of);
	if (enc->n_up)
		enc->up = p4_escr_value(metric->up_event, metric->up_mask, 0) | (enc->escr & 0xf);
}

static void encode_replay(const struct job *job, u32 metric, struct encoding *enc)
{
	const struct p4_replay *r = &pmc_p4_replay[metric];

	enc->pebs_enable = r->enable | p4_pebs_threads(p4_mods(job));
	enc->pebs_vert = r->vert;
	p4_metric_upstream(job->pmu, r, enc);
}

/* PEBS: "only the MSR_IQ_COUNTER4 performance counter can be used", and three events. */
static int encode_pebs(const struct job *job, struct encoding *enc)
{
	if (!p4_tagged_row(job->row))
		return encode_refuse(job, ": precise sampling (p) is for front_end_event, execution_event and "
					  "replay_event alone");
	if ((job->mods & MOD_PRECISE) >> MOD_PRECISE_SHIFT > 1)
		return encode_refuse(job, ": a Pentium 4 knows one degree of precision: p");
	enc->pebs_enable |= p4_pebs_threads(p4_mods(job));
	enc->counters &= 1u << P4_IQ_COUNTER4;
	if (!enc->counters)
		return encode_refuse(job, ": precise sampling takes counter 16, which extended cascading "
					  "does not start");
	return 0;
}

int encode_p4(const struct job *job, struct encoding *enc)
{
	const struct pmu *pmu = job->pmu;
	u32 mods = p4_mods(job);
	struct umask_value um;
	int err = p4_check_mods(job);

	if (!err)
		err = encode_umasks(job, &um);
	if (err)
		return err;
	enc->escr = p4_escr_value(job->row->code, um.bits, um.tag) | p4_rings(mods);
	enc->select = p4_cccr(mods, job->cmask);
	if (um.replay >= 0)
		encode_replay(job, (u32)um.replay, enc);
	if (job->event->has_from) {
		err = encode_upstream(job, um.bits, enc);
		if (err)
			return err;
	}
	enc->n_escrs = (u8)p4_escrs(pmu, job->row->escr, 2, enc->escr_of);
	p4_counters(pmu, enc);
	if (job->row->counters)
		enc->counters &= job->row->counters;
	if (enc->cascade & CASCADE_EXTENDED && !enc->counters)
		return encode_refuse(job, ": extended cascading starts counters 12 to 15, which cannot count it");
	return mods & (MOD_PRECISE | MOD_PRECISE_MAX) ? encode_pebs(job, enc) : 0;
}

void encode_p4_on(const struct pmu *pmu, const struct encoding *enc, u32 counter,
		  struct reg_value *regs, u32 *n)
{
	const struct p4_escr_row *escr = &pmc_p4_escr[enc->escr_of[0]];
	u32 i;

	for (i = 0; i < enc->n_escrs; i++)
		if (pmc_p4_escr[enc->escr_of[i]].counters >> counter & 1)
			escr = &pmc_p4_escr[enc->escr_of[i]];
	if (enc->pebs_enable || enc->pebs_vert) {
		reg_put(regs, n, MSR_P4_PEBS_ENABLE, enc->pebs_enable, ~0ull);
		reg_put(regs, n, MSR_P4_PEBS_MATRIX_VERT, enc->pebs_vert, ~0ull);
	}
	if (enc->n_up)
		reg_put(regs, n, pmc_p4_escr[enc->up_of[0]].address, enc->up, ~0ull);
	reg_put(regs, n, escr->address, enc->escr, ~0ull);
	reg_put(regs, n, MSR_P4_CCCR0 + counter,
		enc->select | (u64)escr->select << P4_CCCR_SELECT_SHIFT, ~0ull);
}
