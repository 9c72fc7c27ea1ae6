/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Raw events of the Pentium 4. A number alone does not say which ESCR it is for, since an ESCR
 * select means another ESCR on another counter. So a raw event names its ESCR, and the wiring gives
 * its counters:
 *
 * 	cpu/escr=BSU,event=0xc,umask=0x100/                 either ESCR of the unit
 * 	cpu/escr=BSU_ESCR0,value=0x1802000c,cccr=0x33000/   whole registers, as pmc_decode() gives
 *
 * Or it is rXXXX as in Linux's perf (see its comment on "internal configuration of ESCR+CCCR
 * tuples"): the ESCR in the high half and the CCCR in the low half, but with the event's number in
 * the order of the manual instead of the event select, and with the replay metric in bits 5:0.
 */
#include "core/encode/p4/raw.h"
#include "core/base/diag.h"
#include "core/base/text.h"
#include "core/encode/fields/refuse.h"
#include "core/encode/p4/fields.h"
#include "core/event/catalogue.h"
#include "core/event/event.h"
#include "core/pmu/p4.h"
#include "core/pmu/registers.h"
#include "core/tables/intel/p4_replay.h"

/* A raw event before its modifiers. */
struct raw {
	u8 escr_of[2];
	u32 n_escrs;
	u32 value; /* the ESCR's */
	u32 cccr;  /* 0: made from the modifiers alone */
	u32 pebs_enable, pebs_vert;
	const struct p4_replay *metric; /* of perf's number; it brings its upstream ESCR */
};

static u64 bits_at(const struct pmu *pmu, u32 address)
{
	struct pmu_reg_at at;

	return pmc_pmu_reg_at(pmu, address, &at) ? pmc_pmu_reg_bits(pmu, &at) : 0;
}

/* ---- Terms ---- */

enum {
	TERM_ESCR,
	TERM_VALUE,
	TERM_EVENT,
	TERM_UMASK,
	TERM_TAG,
	TERM_CCCR,
	TERM_ENABLE,
	TERM_VERT,
	TERMS
};
static const struct {
	const char *name;
	u64 max;
} terms[TERMS] = {
	[TERM_ESCR] = { "escr", 0xffff },
	[TERM_VALUE] = { "value", 0xffffffff },
	[TERM_EVENT] = { "event", 0x3f },
	[TERM_UMASK] = { "umask", 0xffff },
	[TERM_TAG] = { "tag", 0xf },
	[TERM_CCCR] = { "cccr", 0xffffffff },
	[TERM_ENABLE] = { "pebs_enable", 0xffffffff },
	[TERM_VERT] = { "pebs_vert", 0xffffffff },
};

/* Whether s[0, len) names this ESCR: "MSR_BSU_ESCR0", "BSU_ESCR0", or "BSU" for both of the
 * unit. */
static bool names_escr(const char *s, size_t len, const char *escr)
{
	size_t all = text_length(escr), i;

	if (text_equal_nocase(escr, s, len) || text_equal_nocase(escr + 4, s, len))
		return true;
	/* The ESCR's name is MSR_, the unit, _ESCR and a digit. */
	if (len != all - 4 - 6)
		return false;
	for (i = 0; i < len; i++)
		if (text_lower(s[i]) != text_lower(escr[4 + i]))
			return false;
	return true;
}

static int find_escrs(const struct job *job, const struct event_term *t, struct raw *raw)
{
	const char *s = job->text + t->value.at;
	u8 escr[2];
	u32 e, n = 0;

	for (e = 0; e < P4_ESCRS; e++) {
		if (t->is_number ? pmc_p4_escr[e].address != t->number :
				   !names_escr(s, t->value.len, pmc_p4_escr[e].name))
			continue;
		/* CRU has three pairs with different numbers in the CCCR. */
		if (n && pmc_p4_escr[e].select != pmc_p4_escr[escr[0]].select)
			return encode_refuse_term(
				job, t,
				" names more than one pair of ESCRs; write one of them, "
				"as in escr=CRU_ESCR0");
		escr[n++] = (u8)e;
	}
	if (!n)
		return encode_refuse_term(
			job, t,
			" names no ESCR; write escr=BSU_ESCR0, or escr=BSU for either "
			"of the two");
	raw->n_escrs = p4_escrs(job->pmu, escr, n, raw->escr_of);
	return raw->n_escrs ? 0 :
			      encode_refuse_term(
				      job, t, " names an ESCR that this processor does not have");
}

static int read_terms(const struct job *job, struct raw *raw)
{
	u32 i, k, given = 0, number[TERMS] = { 0 };

	for (i = 0; i < job->event->n_terms; i++) {
		const struct event_term *t = &job->event->term[i];
		int err;

		for (k = 0; k < TERMS; k++)
			if (text_equal_nocase(terms[k].name, job->text + t->name.at, t->name.len))
				break;
		if (k == TERMS)
			return encode_refuse_term(
				job, t,
				" is unknown on a Pentium 4; the terms are escr, value, "
				"event, umask, tag, cccr, pebs_enable and pebs_vert");
		if (k != TERM_ESCR && (!t->is_number || t->number > terms[k].max))
			return encode_refuse_term(job, t,
						  " takes a number that fits into its field");
		number[k] = (u32)t->number;
		given |= 1u << k;
		err = k == TERM_ESCR ? find_escrs(job, t, raw) : 0;
		if (err)
			return err;
	}
	if (!(given & 1u << TERM_ESCR))
		return encode_refuse(
			job, " names no ESCR; add one, as in cpu/escr=BSU,event=0xc,umask=0x100/");
	if (given & 1u << TERM_VALUE &&
	    given & (1u << TERM_EVENT | 1u << TERM_UMASK | 1u << TERM_TAG))
		return encode_refuse(
			job, ": value= is the whole ESCR, and event=, umask= and tag= are its "
			     "fields; give either value= or the fields");
	raw->value = given & 1u << TERM_VALUE ? number[TERM_VALUE] :
						p4_escr_value(number[TERM_EVENT],
							      number[TERM_UMASK], number[TERM_TAG]);
	raw->cccr = number[TERM_CCCR];
	raw->pebs_enable = number[TERM_ENABLE];
	raw->pebs_vert = number[TERM_VERT];
	return 0;
}

/* ---- perf's number ---- */

/* perf numbers the events in the manual's order, as our rows are, but leaves this one out. */
#define PERF_LACKS  "x87_SIMD_moves_uop"
#define PERF_METRIC 0x3full
#define PERF_ESCR   (P4_ESCR_EVENT | P4_ESCR_MASK | P4_ESCR_TAG | P4_ESCR_TAG_ENABLE)
#define PERF_CCCR \
	(P4_CCCR_THREAD | P4_CCCR_COMPARE | P4_CCCR_COMPLEMENT | P4_CCCR_THRESHOLD | P4_CCCR_EDGE)
#define PERF_BITS ((u64)PERF_ESCR << 32 | PERF_CCCR | PERF_METRIC)

static u32 mask_bits(const struct model_event *row)
{
	u32 bits = row->plain, j;

	for (j = 0; j < row->n_umasks; j++)
		if (row->umask[j].kind == UMASK_BITS)
			bits |= row->umask[j].bits;
	return bits;
}

static int read_perf(const struct job *job, struct raw *raw)
{
	const struct catalogue *c = job->pmu->model->events;
	u64 v = job->event->raw;
	u32 number = (u32)(v >> 32 & P4_ESCR_EVENT) >> P4_ESCR_EVENT_SHIFT, i = 0;
	u32 mask = (u32)(v >> 32 & P4_ESCR_MASK) >> P4_ESCR_MASK_SHIFT,
	    metric = (u32)(v & PERF_METRIC);
	const struct model_event *row;

	if (v & ~PERF_BITS)
		return encode_refuse_reserved(job, "a Pentium 4 (rN is perf's number there)",
					      v & ~PERF_BITS);
	for (; (row = pmc_list_row(c, i)); i++)
		if (!text_equal_nocase(PERF_LACKS, row->name, text_length(row->name)) && !number--)
			break;
	if (!row || !c->event(c, i)[0])
		return encode_refuse(job,
				     ": bits 62:57 are the number of an event that this processor "
				     "does not have");
	if (mask & ~mask_bits(row)) {
		encode_refuse(job, " sets bits of the event mask that do not belong to ");
		pmc_diag_add(job->diag, row->name);
		return -PMC_CORE_EINVAL;
	}
	if (metric > P4_REPLAYS || (metric && !(row->flags & ROW_REPLAY)))
		return encode_refuse(job, ": bits 5:0 are not a replay metric of this event");
	raw->n_escrs = p4_escrs(job->pmu, row->escr, 2, raw->escr_of);
	raw->value = ((u32)(v >> 32) & ~P4_ESCR_EVENT) | (u32)row->code << P4_ESCR_EVENT_SHIFT;
	/* perf adds "any". */
	raw->cccr = ((u32)v & PERF_CCCR) | P4_CCCR_THREAD;
	if (metric) {
		raw->metric = &pmc_p4_replay[metric - 1];
		raw->pebs_enable = raw->metric->enable | p4_pebs_threads(p4_mods(job));
		raw->pebs_vert = raw->metric->vert;
	}
	return 0;
}

/* ---- All of them ---- */

/* The CCCR: the given value with what modifiers add to it. */
static u32 cccr_value(const struct job *job, u32 given)
{
	u32 mods = p4_mods(job), v;

	if (!given)
		return p4_cccr(mods, job->cmask);
	v = given & ~P4_CCCR_SELECT;
	if (job->cmask)
		v &= ~P4_CCCR_THRESHOLD;
	if (mods & MOD_ACTIVE)
		v = (v & ~P4_CCCR_THREAD) | (p4_cccr(mods, 0) & P4_CCCR_THREAD);
	v |= p4_cccr_mods(mods, job->cmask);
	return v & (P4_CCCR_ENABLE | P4_CCCR_CASCADE | P4_CCCR_EXT_CASCADE) ? v :
									      v | P4_CCCR_ENABLE;
}

static u32 escr_value(const struct job *job, u32 given)
{
	u32 mods = p4_mods(job);

	if (given & 0xf && !(mods & (MOD_USER | MOD_KERNEL | MOD_T1 | MOD_ANY_THREAD)))
		return given;
	return (given & ~0xfu) | p4_rings(mods);
}

/* Refuses reserved bits, with a sentence for each register. */
static int check_raw(const struct job *job, const struct raw *raw, const struct encoding *enc)
{
	const struct p4_escr_row *escr = &pmc_p4_escr[raw->escr_of[0]];
	u32 counter = (u32)__builtin_ctz(escr->counters),
	    select = (raw->cccr & P4_CCCR_SELECT) >> P4_CCCR_SELECT_SHIFT;
	u64 bad = enc->escr & ~bits_at(job->pmu, escr->address);

	if (bad)
		return encode_refuse_reserved(job, "an ESCR of this processor", bad);
	bad = enc->select & ~bits_at(job->pmu, MSR_P4_CCCR0 + counter);
	if (bad & P4_CCCR_EXT_CASCADE && job->pmu->caps & PMU_EXT_CASCADE)
		return encode_refuse(job,
				     ": extended cascading starts only counters 12 to 15, which "
				     "cannot count it");
	if (bad)
		return encode_refuse_reserved(job, "a CCCR of this processor", bad);
	if (select && select != escr->select) {
		encode_refuse(job, ": bits 15:13 of cccr= select another ESCR; ");
		pmc_diag_add(job->diag, escr->name);
		pmc_diag_add(job->diag, " has number ");
		pmc_diag_add_number(job->diag, escr->select);
		return -PMC_CORE_EINVAL;
	}
	bad = raw->pebs_enable & ~bits_at(job->pmu, MSR_P4_PEBS_ENABLE);
	if (bad)
		return encode_refuse_reserved(job, "IA32_PEBS_ENABLE", bad);
	bad = raw->pebs_vert & ~bits_at(job->pmu, MSR_P4_PEBS_MATRIX_VERT);
	return bad ? encode_refuse_reserved(job, "MSR_PEBS_MATRIX_VERT", bad) : 0;
}

int encode_p4_raw(const struct job *job, struct encoding *enc)
{
	const struct event_p4 *p4 = &job->event->p4;
	struct job counts = *job;
	struct raw raw;
	int err = p4_check_mods(job);

	memset(&raw, 0, sizeof(raw));
	if (!err && job->mods & (MOD_PRECISE | MOD_PRECISE_MAX))
		return encode_refuse(
			job, ": a raw event selects precise sampling with pebs_enable=, not with "
			     ":p");
	if (err)
		return err;
	if (p4->given) {
		raw.n_escrs = p4_escrs(job->pmu, &p4->escr, 1, raw.escr_of);
		raw.value = p4->value;
		raw.cccr = p4->cccr;
		raw.pebs_enable = p4->pebs_enable;
		raw.pebs_vert = p4->pebs_vert;
	} else {
		err = job->event->n_terms ? read_terms(job, &raw) : read_perf(job, &raw);
	}
	if (err)
		return err;
	enc->escr = escr_value(job, raw.value);
	if (!(enc->escr & (P4_ESCR_T0_USR | P4_ESCR_T0_OS)))
		counts.mods |= MOD_T1; /* its value counts for T1 alone, so T1 gets the interrupt */
	enc->select = cccr_value(&counts, raw.cccr);
	enc->pebs_enable = raw.pebs_enable;
	enc->pebs_vert = raw.pebs_vert;
	if (raw.metric)
		p4_metric_upstream(job->pmu, raw.metric, enc);
	enc->n_escrs = (u8)raw.n_escrs;
	memcpy(enc->escr_of, raw.escr_of, sizeof(enc->escr_of));
	err = check_raw(job, &raw, enc);
	if (err)
		return err;
	p4_counters(job->pmu, enc);
	return 0;
}
