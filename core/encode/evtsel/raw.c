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
	u8 high, high_width; /* where further bits go */
	u32 needs;
	u32 high_needs; /* … for the further bits */
} terms[] = {
	/* clang-format off */
	{ .name = "event", .lo = 0, .width = 8,
	  .high = 32, .high_width = 4, .high_needs = PMU_EVENT12 },
	{ .name = "umask", .lo = 8, .width = 8,
	  .high = 40, .high_width = 8, .high_needs = PMU_UMASK2 },
	{ .name = "edge", .lo = 18, .width = 1 },
	{ .name = "pc", .lo = 19, .width = 1 },
	{ .name = "any", .lo = 21, .width = 1 },
	{ .name = "inv", .lo = 23, .width = 1 },
	{ .name = "cmask", .lo = 24, .width = 8 },
	{ .name = "in_tx", .lo = 32, .width = 1, .needs = PMU_TSX },
	{ .name = "in_tx_cp", .lo = 33, .width = 1, .needs = PMU_TSX },
	{ .name = "eq", .lo = 36, .width = 1, .needs = PMU_EQ },
	/* clang-format on */
};
#define TERMS (sizeof(terms) / sizeof(terms[0]))

/* Terms for the other registers that some events need, under perf's names. */
static const struct {
	const char *name;
	u32 msr[2];
} extra_terms[] = {
	{ "offcore_rsp", { MSR_OFFCORE_RSP0, MSR_OFFCORE_RSP1 } },
	{ "ldlat", { MSR_PEBS_LD_LAT_THRESHOLD } },
	{ "frontend", { MSR_PEBS_FRONTEND } },
};
#define EXTRA_TERMS (sizeof(extra_terms) / sizeof(extra_terms[0]))

/* Which of them the term is; EXTRA_TERMS: none, or one that this PMU does not have. */
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

/* Sets the other register; raw is the select value, which decides which register the event uses. */
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
	/* The number's own rings and counter mask stand unless modifiers set others. */
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
