/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* Raw events of the families with PERFEVTSEL: rXXXX, and cpu/event=…,umask=…/. */
#include "core/encode/evtsel/raw.h"
#include "core/base/bits.h"
#include "core/base/diag.h"
#include "core/base/text.h"
#include "core/encode/evtsel/select.h"
#include "core/encode/fields/refuse.h"
#include "core/event/event.h"
#include "core/pmu/constraint.h"
#include "core/pmu/pmu.h"

static const struct {
	const char *name;
	u8 lo, width;
	u8 high, high_width; /* where the bits beyond go */
	u32 needs;
	u32 high_needs; /* … of those beyond */
} terms[] = {
	{ "event", 0, 8, 32, 4, 0, PMU_EVENT12 },
	{ "umask", 8, 8, 40, 8, 0, PMU_UMASK2 },
	{ "edge", 18, 1, 0, 0, 0 },
	{ "pc", 19, 1, 0, 0, 0 },
	{ "any", 21, 1, 0, 0, 0 },
	{ "inv", 23, 1, 0, 0, 0 },
	{ "cmask", 24, 8, 0, 0, 0 },
	{ "in_tx", 32, 1, 0, 0, PMU_TSX },
	{ "in_tx_cp", 33, 1, 0, 0, PMU_TSX },
	{ "eq", 36, 1, 0, 0, PMU_EQ },
};
#define TERMS (sizeof(terms) / sizeof(terms[0]))

/* Terms for the registers that some events need besides, under perf's names. */
static const struct {
	const char *name;
	u32 msr[2];
} extra_terms[] = {
	{ "offcore_rsp", { MSR_OFFCORE_RSP0, MSR_OFFCORE_RSP1 } },
	{ "ldlat", { MSR_PEBS_LD_LAT_THRESHOLD } },
	{ "frontend", { MSR_PEBS_FRONTEND } },
};
#define EXTRA_TERMS (sizeof(extra_terms) / sizeof(extra_terms[0]))

/* Which of them the term is, as far as the PMU has it; EXTRA_TERMS: none. */
static u32 extra_term(const struct job *job, const struct event_term *t)
{
	u32 k;

	for (k = 0; k < EXTRA_TERMS; k++)
		if (text_equal_nocase(extra_terms[k].name, job->text + t->name.at, t->name.len) &&
		    pmc_constraint_of(job->pmu, extra_terms[k].msr[0]))
			break;
	return k;
}

static int refuse_wide(const struct job *job, const struct event_term *t, u32 width)
{
	encode_refuse_term(job, t, " takes a number of at most ");
	pmc_diag_add_number(job->diag, width);
	pmc_diag_add(job->diag, width > 1 ? " bits on " : " bit on ");
	pmc_diag_add(job->diag, job->pmu->model->title);
	return -PMC_CORE_EINVAL;
}

static int terms_value(const struct job *job, u64 *value)
{
	u32 i, k, high;

	*value = 0;
	for (i = 0; i < job->event->n_terms; i++) {
		const struct event_term *t = &job->event->term[i];
		u64 max;

		if (extra_term(job, t) < EXTRA_TERMS)
			continue;
		for (k = 0; k < TERMS; k++)
			if (text_equal_nocase(terms[k].name, job->text + t->name.at, t->name.len) &&
			    (job->pmu->caps & terms[k].needs) == terms[k].needs)
				break;
		if (k == TERMS)
			return encode_refuse_term(
				job, t,
				" is unknown on this PMU; the terms are event, umask, "
				"edge, inv, cmask, any and pc");
		high = (job->pmu->caps & terms[k].high_needs) == terms[k].high_needs ?
			       terms[k].high_width :
			       0;
		max = (1ull << (terms[k].width + high)) - 1;
		if (!t->is_number || t->number > max)
			return refuse_wide(job, t, terms[k].width + high);
		*value |= (t->number & ((1ull << terms[k].width) - 1)) << terms[k].lo;
		*value |= t->number >> terms[k].width << terms[k].high;
	}
	return 0;
}

/* The register besides; raw is the value of the select register. */
static int terms_extra(const struct job *job, u64 raw, struct encoding *enc)
{
	const struct extra_rule *rule = pmc_constraint_extra(job->pmu, raw);
	u32 i, k;

	for (i = 0; i < job->event->n_terms; i++) {
		const struct event_term *t = &job->event->term[i];

		k = extra_term(job, t);
		if (k == EXTRA_TERMS)
			continue;
		if (!rule ||
		    (rule->msr != extra_terms[k].msr[0] && rule->msr != extra_terms[k].msr[1]))
			return encode_refuse_term(job, t,
						  " sets a register that this event does not use");
		if (!t->is_number || t->number & ~rule->bits)
			return encode_refuse_term(job, t, " sets reserved bits of its register");
		enc->msr = rule->msr;
		enc->msr_value = t->number;
	}
	return 0;
}

int encode_evtsel_raw(const struct job *job, struct encoding *enc)
{
	const struct pmu *pmu = job->pmu;
	u64 raw = job->event->raw, bits = select_bits(pmu), mods;
	int err = select_check_mods(job);

	if (!err && job->event->n_terms)
		err = terms_value(job, &raw);
	if (err)
		return err;
	if (raw & ~bits)
		return encode_refuse_reserved(job, pmu->model->title, raw & ~bits);
	mods = select_mods(job);
	/* What the number says of rings stands unless modifiers say otherwise; so with the mask. */
	if (raw & (EVTSEL_USR | EVTSEL_OS) && !(job->mods & (MOD_USER | MOD_KERNEL)))
		mods &= ~(EVTSEL_USR | EVTSEL_OS);
	if (job->mods & (MOD_USER | MOD_KERNEL))
		raw &= ~(EVTSEL_USR | EVTSEL_OS);
	if (job->cmask)
		raw &= ~EVTSEL_CMASK;
	enc->select = raw | mods;
	err = terms_extra(job, enc->select, enc);
	if (err)
		return err;
	select_add_other(pmu, enc, pmu->general);
	enc->counters = pmc_constraint_counters(pmu, enc->select);
	return 0;
}
