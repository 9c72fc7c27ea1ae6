/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The fields of ESCR and CCCR. c=N counts cycles with at least N events, so the threshold is N-1
 * (the CCCR counts above it); i sets the complement: cycles with fewer than N events. Edge
 * detection looks at the outcome of the comparison, so e alone compares with a threshold of 0. An
 * event that cascades is not enabled: another counter's overflow starts it.
 */
#include "core/encode/p4/fields.h"
#include "core/encode/fields/modifiers.h"
#include "core/encode/fields/refuse.h"
#include "core/event/catalogue.h"
#include "core/event/event.h"
#include "core/pmu/p4.h"
#include "core/pmu/pmu.h"
#include "core/tables/intel/p4_replay.h"

/* Modifiers that are flags of the CCCR. */
#define CCCR_MODS                                                                                \
	(MOD_EDGE | MOD_INVERT | MOD_FORCE_OVF | MOD_OVF_PMI_T0 | MOD_OVF_PMI_T1 | MOD_CASCADE | \
	 MOD_EXT_CASCADE | MOD_ACTIVE)

#define P4_MODS                                                                            \
	(MOD_USER | MOD_KERNEL | MOD_PRECISE | MOD_PRECISE_MAX | MOD_ANY_THREAD | MOD_T1 | \
	 CCCR_MODS)

#define EXTENDED_COUNTERS 0xf000u /* IQ_COUNTER0 to 3, which counters 16 and 17 can start */

u32 p4_rings(u32 mods)
{
	bool sibling = mods & MOD_T1, both = mods & MOD_ANY_THREAD;
	u32 rings = 0;

	if (!(mods & (MOD_USER | MOD_KERNEL)))
		mods |= MOD_USER | MOD_KERNEL;
	if (!sibling || both)
		rings |= (mods & MOD_USER ? P4_ESCR_T0_USR : 0) |
			 (mods & MOD_KERNEL ? P4_ESCR_T0_OS : 0);
	if (sibling || both)
		rings |= (mods & MOD_USER ? P4_ESCR_T1_USR : 0) |
			 (mods & MOD_KERNEL ? P4_ESCR_T1_OS : 0);
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

/* The active-thread field is "any" unless a modifier sets it; without Hyper-Threading it must be
 * "any". */
static u32 active_thread(u32 mods)
{
	u32 given = (mods & MOD_ACTIVE) >> MOD_ACTIVE_SHIFT;

	return given ? (given - 1) << P4_CCCR_THREAD_SHIFT : P4_CCCR_THREAD;
}

u32 p4_cccr(u32 mods, u32 cmask)
{
	u32 v;

	if (!cmask && !(mods & CCCR_MODS))
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

	if (job->flags & ENCODE_SIBLING)
		mods |= MOD_T1;
	if (job->flags & ENCODE_PMI)
		mods |= mods & MOD_T1 ? MOD_OVF_PMI_T1 : MOD_OVF_PMI_T0;
	return mods;
}

int p4_check_mods(const struct job *job)
{
	const u32 both = MOD_T1 | MOD_ANY_THREAD;
	u32 mods = p4_mods(job), caps = job->pmu->caps;
	int err;

	if (!mods && !job->cmask)
		return 0;
	err = encode_check_mods(job, P4_MODS | CAN_FROM);
	if (err)
		return err;
	if ((job->mods & both) == both)
		return encode_refuse(job, ": t counts on both logical processors, and t1 on the "
					  "second one alone; leave one of them out");
	if (job->cmask > 16)
		return encode_refuse(
			job, ": the threshold of a CCCR has four bits, so c=N goes from 1 to 16");
	if (mods & (MOD_T1 | MOD_ANY_THREAD | MOD_OVF_PMI_T1 | MOD_ACTIVE) && !(caps & PMU_HT))
		return encode_refuse(job,
				     ": this processor has no Hyper-Threading, so it has no second "
				     "logical processor");
	if (mods & MOD_EXT_CASCADE && !(caps & PMU_EXT_CASCADE))
		return encode_refuse(job,
				     ": this processor has no extended cascading; models from 2 on "
				     "have it");
	return 0;
}

bool p4_tagged_row(const struct model_event *row)
{
	return row->escr[0] == P4_CRU_ESCR2 &&
	       (row->code == P4_FRONT_END_EVENT || row->code == P4_REPLAY_EVENT ||
		row->code == P4_EXECUTION_EVENT);
}

bool p4_tags(const struct model_event *downstream, const struct model_event *upstream)
{
	u32 j;

	if (downstream->escr[0] != P4_CRU_ESCR2)
		return false;
	if (downstream->code == P4_FRONT_END_EVENT)
		return upstream->escr[0] == P4_RAT_ESCR0;
	if (downstream->code != P4_EXECUTION_EVENT || upstream->escr[0] == P4_RAT_ESCR0)
		return false;
	for (j = 0; j < upstream->n_umasks; j++)
		if (upstream->umask[j].kind == UMASK_TAG)
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
		    ((row_escr[i] != P4_IQ_ESCR0 && row_escr[i] != P4_IQ_ESCR1) ||
		     pmu->caps & PMU_IQ_ESCR))
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
		enc->counters &= EXTENDED_COUNTERS;
}

void p4_metric_upstream(const struct pmu *pmu, const struct p4_replay *metric, struct encoding *enc)
{
	enc->n_upstream = (u8)p4_escrs(pmu, metric->upstream_of, metric->n_upstream,
				       enc->upstream_of);
	if (enc->n_upstream)
		enc->upstream = p4_escr_value(metric->upstream_event, metric->upstream_mask, 0) |
				(enc->escr & 0xf);
}
