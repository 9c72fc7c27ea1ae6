/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The Pentium 4: an event is an ESCR (event class, sub-events, rings, tag) and a CCCR (which ESCR,
 * comparison, edge, overflow, cascade), SDM volume 3, "Programming the Performance Counters for
 * Non-Retirement Events" and "At-Retirement Counting". An event that counts at retirement may count
 * micro-ops that a second ESCR, upstream, has tagged (that of from=, or the replay metric's own).
 * Replay tagging and PEBS also need IA32_PEBS_ENABLE and MSR_PEBS_MATRIX_VERT.
 */
#include "core/encode/p4/encode.h"
#include "core/base/diag.h"
#include "core/encode/fields/refuse.h"
#include "core/encode/fields/umasks.h"
#include "core/encode/p4/fields.h"
#include "core/event/catalogue.h"
#include "core/event/event.h"
#include "core/pmu/p4.h"
#include "core/pmu/pmu.h"
#include "core/tables/intel/p4_replay.h"

/* Encodes the event of from= into the upstream ESCR. mask: the event mask that is counted at
 * retirement. */
static int encode_upstream(const struct job *job, u32 mask, struct encoding *enc)
{
	const struct event *ev = job->event;
	struct umask_value um;
	struct job upstream = *job;
	u32 counted = p4_tags_counted(job->row, mask);
	int err;

	upstream.id = ev->from;
	upstream.row = pmc_list_row(job->pmu->model->events, ev->from);
	upstream.umasks = ev->from_umasks;
	if (!p4_tags(job->row, upstream.row)) {
		encode_refuse(job, " does not count the micro-ops that ");
		pmc_diag_add(job->diag, upstream.row->name);
		pmc_diag_add(job->diag,
			     " tags; front_end_event counts those that uop_type tags, "
			     "execution_event those that an event with TAG0 to TAG3 tags, "
			     "and replay_event those of its metric");
		return -PMC_CORE_EINVAL;
	}
	err = encode_umasks(&upstream, &um);
	if (err)
		return err;
	if (!um.tag)
		um.tag = counted;
	if (counted && !(um.tag & counted))
		return encode_refuse(job,
				     ": its unit masks count none of the tags that from= sets; "
				     "NBOGUS0 and BOGUS0 count tag 0, NBOGUS1 and BOGUS1 "
				     "tag 1, and so on");
	enc->upstream = p4_escr_value(upstream.row->code, um.bits, um.tag) | p4_rings(p4_mods(job));
	enc->n_upstream = (u8)p4_escrs(job->pmu, upstream.row->escr, 2, enc->upstream_of);
	enc->tags = counted ? (u8)um.tag : TAG_FRONT_END;
	return 0;
}

static void encode_replay(const struct job *job, u32 metric, struct encoding *enc)
{
	const struct p4_replay *r = &pmc_p4_replay[metric];

	enc->pebs_enable = r->enable | p4_pebs_threads(p4_mods(job));
	enc->pebs_vert = r->vert;
	p4_metric_upstream(job->pmu, r, enc);
}

/* PEBS works on MSR_IQ_COUNTER4 alone, and for three events. */
static int encode_pebs(const struct job *job, struct encoding *enc)
{
	if (!p4_tagged_row(job->row))
		return encode_refuse(job,
				     ": only front_end_event, execution_event and replay_event "
				     "have precise sampling (:p)");
	if ((job->mods & MOD_PRECISE) >> MOD_PRECISE_SHIFT > 1)
		return encode_refuse(job, ": a Pentium 4 has one level of precision; write :p");
	enc->pebs_enable |= p4_pebs_threads(p4_mods(job));
	enc->counters &= 1u << P4_IQ_COUNTER4;
	if (!enc->counters)
		return encode_refuse(
			job, ": precise sampling needs counter 16, which extended cascading "
			     "cannot start");
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
		return encode_refuse(job,
				     ": extended cascading starts only counters 12 to 15, which "
				     "cannot count it");
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
	if (enc->n_upstream)
		reg_put(regs, n, pmc_p4_escr[enc->upstream_of[0]].address, enc->upstream, ~0ull);
	reg_put(regs, n, escr->address, enc->escr, ~0ull);
	reg_put(regs, n, MSR_P4_CCCR0 + counter,
		enc->select | (u64)escr->select << P4_CCCR_SELECT_SHIFT, ~0ull);
}
