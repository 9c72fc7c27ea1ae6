/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The families with PERFEVTSEL: P6, AMD and the architectural PMU. One layout (regs.h), three ways to
 * switch on: P6's first PerfEvtSel enables both counters; AMD's and Intel's have an EN each, and from
 * version 2 on a bit in GLOBAL_CTRL too.
 */
#include "core/pmu/constraint.h"
#include "core/encode/fields/job.h"
#include "core/base/text.h"
#include "core/pmu/regs.h"
#include "core/pmu/registers.h"

/* The bits that modifiers set, not events. */
static u64 by_mods(const struct pmu *pmu)
{
	return EVTSEL_USR | EVTSEL_OS | EVTSEL_EDGE | EVTSEL_INT | EVTSEL_EN | EVTSEL_INV | EVTSEL_CMASK |
	       (pmu->caps & PMU_GUEST_HOST ? AMD_EVTSEL_GUEST | AMD_EVTSEL_HOST : 0) |
	       (pmu->caps & PMU_ANY_THREAD ? EVTSEL_ANY : 0) |
	       (pmu->caps & PMU_TSX ? EVTSEL_IN_TX | EVTSEL_IN_TXCP : 0);
}

#define AMD_BOTH_SIDES (AMD_EVTSEL_GUEST | AMD_EVTSEL_HOST)

/* What rows may set beside event and unit mask. */
#define OF_ROWS (EVTSEL_EDGE | EVTSEL_INV | EVTSEL_ANY | EVTSEL_EQ | EVTSEL_CMASK)

/* What every PERFEVTSEL has. */
#define OF_ALL (EVTSEL_EVENT | EVTSEL_UMASK | EVTSEL_USR | EVTSEL_OS | EVTSEL_EDGE | EVTSEL_INT | EVTSEL_EN | \
		EVTSEL_INV | EVTSEL_CMASK)

/* Of any of them: a bit that some only have (IN_TXCP) is a constraint. */
static u64 select_bits(const struct pmu *pmu)
{
	struct pmu_reg_at at;
	u64 bits = 0;
	u32 i;

	for (i = 0; pmc_pmu_reg(pmu, i, &at); i++)
		if (at.reg->kind == REG_SELECT)
			bits |= pmc_pmu_reg_bits(pmu, &at);
		else if (bits)
			break; /* they stand together */
	return bits;
}

static inline u64 mod_bits(const struct job *job)
{
	u32 mods = job->mods;
	u64 v = EVTSEL_EN;

	if (!mods && !job->flags && !job->cmask)
		return EVTSEL_EN | EVTSEL_USR | EVTSEL_OS;
	if (!(mods & (MOD_USER | MOD_KERNEL)))
		mods |= MOD_USER | MOD_KERNEL;
	if (mods & MOD_USER)
		v |= EVTSEL_USR;
	if (mods & MOD_KERNEL)
		v |= EVTSEL_OS;
	if (mods & MOD_EDGE)
		v |= EVTSEL_EDGE;
	if (mods & MOD_INVERT)
		v |= EVTSEL_INV;
	if (mods & MOD_ANY_THREAD)
		v |= EVTSEL_ANY;
	if (mods & MOD_IN_TX)
		v |= EVTSEL_IN_TX;
	if (mods & MOD_IN_TXCP)
		v |= EVTSEL_IN_TXCP;
	if (job->flags & ENCODE_PMI)
		v |= EVTSEL_INT;
	v |= (u64)job->cmask << EVTSEL_CMASK_SHIFT;
	/* Both named is the same as none. */
	if ((mods & (MOD_GUEST | MOD_HOST)) == MOD_GUEST)
		v |= AMD_EVTSEL_GUEST;
	if ((mods & (MOD_GUEST | MOD_HOST)) == MOD_HOST)
		v |= AMD_EVTSEL_HOST;
	return v;
}

static inline int check_mods(const struct job *job)
{
	u32 can = MOD_USER | MOD_KERNEL | MOD_EDGE | MOD_INVERT;

	if (!job->mods && !job->event->has_from)
		return 0;
	if (job->pmu->caps & PMU_GUEST_HOST)
		can |= MOD_GUEST | MOD_HOST;
	if (job->pmu->caps & PMU_ANY_THREAD)
		can |= MOD_ANY_THREAD;
	if (job->pmu->caps & PMU_TSX)
		can |= MOD_IN_TX | MOD_IN_TXCP;
	return encode_mods(job, can);
}

/* What a row sets of what else modifiers set. */
static u64 row_bits(const struct model_event *row)
{
	if (!(row->flags & (ROW_EDGE | ROW_INVERT | ROW_ANY | ROW_EQ)) && !row->cmask)
		return 0;
	return (row->flags & ROW_EDGE ? EVTSEL_EDGE : 0) | (row->flags & ROW_INVERT ? EVTSEL_INV : 0) |
	       (row->flags & ROW_ANY ? EVTSEL_ANY : 0) | (row->flags & ROW_EQ ? EVTSEL_EQ : 0) |
	       (u64)row->cmask << EVTSEL_CMASK_SHIFT;
}

static inline void fixed_bits(const struct job *job, struct encoding *enc, u32 fixed)
{
	u32 rings = job->mods & (MOD_USER | MOD_KERNEL);

	/* A fixed counter has neither edge nor comparison, and knows no transactions. */
	if (!fixed || !(job->pmu->fixed >> (fixed - 1) & 1) || job->cmask ||
	    job->mods & (MOD_EDGE | MOD_INVERT | MOD_IN_TX | MOD_IN_TXCP))
		return;
	enc->counters |= 1ull << FIXED_COUNTER(fixed - 1);
	if (!rings)
		rings = MOD_USER | MOD_KERNEL;
	enc->fixed = (u8)((rings & MOD_KERNEL ? FIXED_CTRL_OS : 0) |
			  (rings & MOD_USER ? FIXED_CTRL_USR : 0) |
			  (job->flags & ENCODE_PMI ? FIXED_CTRL_PMI : 0) |
			  (job->row->flags & ROW_ANY || job->mods & MOD_ANY_THREAD ? FIXED_CTRL_ANY : 0));
}

/* The event by the other of two registers, when that has the bits too. */
static inline void add_other(const struct pmu *pmu, struct encoding *enc, u32 counters)
{
	const struct extra_rule *other = pmc_constraint_other(pmu, enc->msr);

	if (!other || enc->msr_value & ~other->bits)
		return;
	enc->other_select = (enc->select & ~(EVTSEL_EVENT | EVTSEL_UMASK)) | other->code |
			    (u64)other->umask << 8;
	enc->other_counters = counters & pmc_constraint_counters(pmu, enc->other_select);
	if (enc->other_counters)
		enc->other_msr = other->msr;
}

/*
 * The fixed counter (its number + 1) that counts the same as this value of a select register: that of an
 * event of our own with these bits. Select 0 with a unit mask up to 4 is Linux's name for a fixed counter
 * whose event no general one counts, and libpfm4's; no register holds it.
 */
static u32 fixed_of(const struct pmu *pmu, u64 select)
{
	const struct model_event *row;
	u32 i;

	if (pmu->family != PMU_ARCH)
		return 0;
	if (!(select & EVTSEL_EVENT))
		return (select >> 8) <= 4 ? (u32)(select >> 8) : 0;
	if (select & ~(EVTSEL_EVENT | EVTSEL_UMASK))
		return 0;
	/* Our own rows come first. */
	for (i = 0; (row = pmc_list_row(pmu->model->events, i)) && !row->wide; i++)
		if (row->fixed && !row->n_umasks && !row_bits(row) && !(row->flags & ROW_FIXED) &&
		    select == (row->code | (u64)row->plain << 8))
			return row->fixed;
	return 0;
}

static int encode_wide_row(const struct job *job, struct encoding *enc)
{
	const struct pmu *pmu = job->pmu;
	struct wide_value v;
	int err = encode_wide(job, &v);
	u32 fixed;

	if (err)
		return err;
	fixed = fixed_of(pmu, v.select);
	if (v.select & EVTSEL_EVENT || pmu->family != PMU_ARCH) {
		enc->select = (job->cmask ? v.select & ~EVTSEL_CMASK : v.select) | mod_bits(job);
		if (enc->select & ~OF_ALL && enc->select & ~select_bits(pmu))
			return encode_refuse(job, " sets a bit of its select register that this PMU has not");
		enc->counters = pmu->general;
		if (job->row->counters)
			enc->counters &= job->row->counters;
		enc->msr = v.msr ? job->row->msr : 0;
		enc->msr_value = v.msr;
		if (enc->msr)
			add_other(pmu, enc, (u32)enc->counters);
		enc->counters &= pmc_constraint_counters(pmu, enc->select);
	} else if (!fixed) {
		return encode_refuse(job, ": its source has event select 0 for it, which counts nothing");
	}
	fixed_bits(job, enc, fixed);
	if (!enc->counters && !(v.select & EVTSEL_EVENT))
		return encode_refuse(job, " can be on a fixed counter alone, which is not there or has neither "
					  "edge, invert nor counter mask");
	return 0;
}

int encode_evtsel(const struct job *job, struct encoding *enc)
{
	const struct pmu *pmu = job->pmu;
	struct umask_value um;
	int err = check_mods(job);

	if (!err && job->row->wide)
		return encode_wide_row(job, enc);
	if (!err)
		err = encode_umasks(job, &um);
	if (err)
		return err;
	if (job->row->arch && !(pmu->arch_events >> (job->row->arch - 1) & 1))
		return encode_refuse(job, " is an architectural event that this processor does not "
					  "have (CPUID 0AH)");
	if (!(job->row->flags & ROW_FIXED)) {
		enc->select = (job->row->code & 0xffu) | (u64)(um.bits & 0xff) << 8 |
			      (u64)(job->row->code >> 8) << 32 | (u64)(um.bits >> 8) << 40 |
			      mod_bits(job);
		/* c=N of the user's stands instead of the row's. */
		enc->select |= job->cmask ? row_bits(job->row) & ~EVTSEL_CMASK : row_bits(job->row);
		if (row_bits(job->row) && enc->select & ~select_bits(pmu))
			return encode_refuse(job, " sets a bit of its select register that this PMU has not");
		enc->counters = pmu->general;
		if (job->row->counters)
			enc->counters &= job->row->counters;
		enc->msr = job->row->msr;
		enc->msr_value = job->row->msr_value;
		if (enc->msr)
			add_other(pmu, enc, (u32)enc->counters);
		enc->counters &= pmc_constraint_counters(pmu, enc->select);
	}
	fixed_bits(job, enc, job->row->fixed);
	if (!enc->counters && job->row->flags & ROW_FIXED && pmu->fixed >> (job->row->fixed - 1) & 1)
		return encode_refuse(job, " is counted by a fixed counter alone, which has neither "
					  "edge, invert nor counter mask, and knows no transactions");
	return 0;
}

/* ---- Raw: rXXXX, and cpu/event=…/ ---- */

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
			return encode_refuse_term(job, t, " is no field of the event select register; known "
						   "are event, umask, edge, inv, cmask, any, pc");
		high = (job->pmu->caps & terms[k].high_needs) == terms[k].high_needs ? terms[k].high_width : 0;
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
		if (!rule || (rule->msr != extra_terms[k].msr[0] && rule->msr != extra_terms[k].msr[1]))
			return encode_refuse_term(job, t, " is for a register that this event does not use");
		if (!t->is_number || t->number & ~rule->bits)
			return encode_refuse_term(job, t, " takes a number without reserved bits of its register");
		enc->msr = rule->msr;
		enc->msr_value = t->number;
	}
	return 0;
}

int encode_evtsel_raw(const struct job *job, struct encoding *enc)
{
	const struct pmu *pmu = job->pmu;
	u64 raw = job->event->raw, bits = select_bits(pmu), mods;
	int err = check_mods(job);

	if (!err && job->event->n_terms)
		err = terms_value(job, &raw);
	if (err)
		return err;
	if (raw & ~bits)
		return encode_refuse_reserved(job, pmu->model->title, raw & ~bits);
	mods = mod_bits(job);
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
	add_other(pmu, enc, pmu->general);
	enc->counters = pmc_constraint_counters(pmu, enc->select);
	return 0;
}

/* ---- Registers ---- */

static u32 select_address(const struct pmu *pmu, u32 counter)
{
	if (pmu->family != PMU_AMD)
		return MSR_PERFEVTSEL0 + counter;
	return pmu->caps & PMU_CORE_EXT ? MSR_F15H_PERF_CTL0 + 2 * counter :
					  MSR_K7_PERFEVTSEL0 + counter;
}

void encode_evtsel_on(const struct pmu *pmu, const struct encoding *enc, u32 counter,
		      struct reg_value *regs, u32 *n)
{
	u32 global = pmu->family == PMU_AMD ? MSR_AMD_GLOBAL_CTL : MSR_GLOBAL_CTRL;
	u64 bit = 1ull << counter;

	if (enc->msr)
		reg_put(regs, n, enc->msr, enc->msr_value, ~0ull);
	if (counter >= 32) {
		u32 shift = (counter - 32) * FIXED_CTRL_BITS;

		reg_put(regs, n, MSR_FIXED_CTR_CTRL, (u64)enc->fixed << shift, 0xfull << shift);
	} else if (pmu->family == PMU_P6 && counter) {
		/* Number 1's EN is reserved: number 0's switches both. */
		reg_put(regs, n, MSR_PERFEVTSEL0 + counter, enc->select & ~EVTSEL_EN,
			~0ull & ~EVTSEL_EN);
		reg_put(regs, n, MSR_PERFEVTSEL0, EVTSEL_EN, EVTSEL_EN);
	} else {
		reg_put(regs, n, select_address(pmu, counter), enc->select, ~0ull);
	}
	if (pmu->caps & PMU_GLOBAL)
		reg_put(regs, n, global, bit, bit);
}

/* ---- Decode ---- */

static u32 event_code(u64 select, const struct pmu *pmu)
{
	u32 code = (u32)(select & EVTSEL_EVENT);

	if (pmu->caps & PMU_EVENT12)
		code |= (u32)(select >> 32 & 0xf) << 8;
	return code;
}

static void decode_mods(const struct pmu *pmu, u64 select, struct event *event)
{
	u64 rings = select & (EVTSEL_USR | EVTSEL_OS);

	if (rings == EVTSEL_USR)
		event->mods |= MOD_USER;
	if (rings == EVTSEL_OS)
		event->mods |= MOD_KERNEL;
	if (select & EVTSEL_EDGE)
		event->mods |= MOD_EDGE;
	if (select & EVTSEL_INV)
		event->mods |= MOD_INVERT;
	select &= by_mods(pmu);
	if (pmu->caps & PMU_GUEST_HOST) {
		/* Both bits are not the same as none: without SVM nothing counts then. No modifiers say that. */
		if ((select & AMD_BOTH_SIDES) != AMD_BOTH_SIDES)
			event->mods |= (select & AMD_EVTSEL_GUEST ? MOD_GUEST : 0) |
				       (select & AMD_EVTSEL_HOST ? MOD_HOST : 0);
	} else {
		event->mods |= (select & EVTSEL_ANY ? MOD_ANY_THREAD : 0) |
			       (select & EVTSEL_IN_TX ? MOD_IN_TX : 0) |
			       (select & EVTSEL_IN_TXCP ? MOD_IN_TXCP : 0);
	}
	event->cmask = (u8)(select >> EVTSEL_CMASK_SHIFT);
}

static bool decode_fixed(const struct pmu *pmu, u64 ctrl, u32 fixed, struct event *event)
{
	const struct catalogue *c = pmu->model->events;
	const struct model_event *row, *best = NULL;
	u32 nibble, i;

	/* FIXED_CTR_CTRL has room for 16. */
	if (fixed >= 64 / FIXED_CTRL_BITS || !(pmu->fixed >> fixed & 1))
		return false;
	nibble = (u32)(ctrl >> (fixed * FIXED_CTRL_BITS)) & 0xf;
	if (!(nibble & (FIXED_CTRL_OS | FIXED_CTRL_USR)))
		return false;
	/* A row that says AnyThread itself, before one with the modifier. */
	for (i = 0; (row = pmc_list_row(c, i)); i++) {
		if (row->fixed != fixed + 1 || !c->event(c, i)[0] ||
		    (row->flags & ROW_ANY && !(nibble & FIXED_CTRL_ANY)))
			continue;
		if (!best || (row->flags & ROW_ANY && !(best->flags & ROW_ANY))) {
			best = row;
			event->id = i;
		}
	}
	if (!best || (nibble & FIXED_CTRL_ANY && !(best->flags & ROW_ANY) && !(pmu->caps & PMU_ANY_THREAD)))
		return false;
	if (nibble & FIXED_CTRL_ANY && !(best->flags & ROW_ANY))
		event->mods |= MOD_ANY_THREAD;
	event->kind = EVENT_MODEL;
	event->catalogue = c;
	if ((nibble & 3) == FIXED_CTRL_USR)
		event->mods |= MOD_USER;
	if ((nibble & 3) == FIXED_CTRL_OS)
		event->mods |= MOD_KERNEL;
	return true;
}

/*
 * The first row of this pass that the select register's value is: 2 sets bits itself, 1 needs another
 * register. With `by`, the value is read as if that event stood in it, and its register is at `msr`.
 */
static bool find_row(const struct pmu *pmu, const struct reg_value *regs, u32 n, u32 counter, u64 select,
		     u64 extra, u32 pass, const struct extra_rule *by, u32 msr, struct event *event)
{
	const struct catalogue *c = pmu->model->events;
	const struct model_event *row;
	struct umask_value um = { 0, 0, -1 };
	u64 value;
	u32 i;

	if (by)
		select = (select & ~(EVTSEL_EVENT | EVTSEL_UMASK)) | by->code | (u64)by->umask << 8;
	um.bits = (u32)(select >> 8 & 0xff);
	if (pmu->caps & PMU_UMASK2)
		um.bits |= (u32)(select >> 40 & 0xff) << 8;
	for (i = 0; (row = pmc_list_row(c, i)); i++) {
		u64 own = row_bits(row);

		if (!c->event(c, i)[0] || row->flags & ROW_FIXED || row->wide ||
		    row->code != event_code(select, pmu) ||
		    pass != ((own ? 2u : 0) | (row->msr ? 1u : 0)) ||
		    (own && (select & OF_ROWS) != own) || (select & extra & ~own) ||
		    (row->counters && !(row->counters >> counter & 1)) || (by && row->msr != by->msr) ||
		    (row->msr && (!reg_value_of(regs, n, by ? msr : row->msr, &value) ||
				  value != row->msr_value)) ||
		    !decode_umasks(c, i, &um, &event->umasks))
			continue;
		if (own) {
			event->mods &= ~(MOD_EDGE | MOD_INVERT | MOD_ANY_THREAD);
			event->cmask = 0;
		}
		event->id = i;
		return true;
	}
	return false;
}

bool decode_evtsel(const struct pmu *pmu, const struct reg_value *regs, u32 n, u32 counter,
		   struct event *event)
{
	const struct extra_rule *seen, *other;
	u64 select, ctrl, first, extra, by, rest;
	u32 pass;

	if (counter >= 32)
		return reg_value_of(regs, n, MSR_FIXED_CTR_CTRL, &ctrl) &&
		       decode_fixed(pmu, ctrl, counter - 32, event);
	if (!(pmu->general >> counter & 1) ||
	    !reg_value_of(regs, n, select_address(pmu, counter), &select))
		return false;
	if (pmu->family == PMU_P6 && counter) {
		/* Given alone, number 1 is told as if the other enabled it. */
		if (reg_value_of(regs, n, MSR_PERFEVTSEL0, &first) && !(first & EVTSEL_EN))
			return false;
	} else if (!(select & EVTSEL_EN)) {
		return false;
	}
	if (!(select & (EVTSEL_USR | EVTSEL_OS)))
		return false;
	/* Number 0 of a P6 may hold the enable alone. */
	if (!(select & (EVTSEL_EVENT | EVTSEL_UMASK)) && pmu->family == PMU_P6)
		return false;
	decode_mods(pmu, select, event);
	extra = (EVTSEL_ANY | EVTSEL_PC |
		 (pmu->family == PMU_ARCH ? EVTSEL_IN_TX | EVTSEL_IN_TXCP | EVTSEL_ADAPTIVE | EVTSEL_EQ : 0)) &
		~by_mods(pmu);
	by = by_mods(pmu);
	if (pmu->caps & PMU_GUEST_HOST && (select & AMD_BOTH_SIDES) == AMD_BOTH_SIDES) {
		extra |= AMD_BOTH_SIDES;
		by &= ~AMD_BOTH_SIDES;
	}
	event->catalogue = pmu->model->events;
	event->kind = EVENT_MODEL;
	/* An event by OFFCORE_RSP1 is that of the row that names OFFCORE_RSP0, and the reverse. */
	seen = pmc_constraint_extra(pmu, select);
	other = seen ? pmc_constraint_other(pmu, seen->msr) : NULL;
	/* First the rows that say most: that set such bits themselves (to others they are modifiers), or
	 * need another register too. */
	for (pass = 4; pass-- > 0;)
		if ((!other || pass & 1) && find_row(pmu, regs, n, counter, select, extra, pass, NULL, 0, event))
			return true;
	/* What a row sets itself is no modifier; else it is one. */
	rest = select & ~by;
	if (decode_wide(event->catalogue, rest | (select & OF_ROWS), regs, n, event)) {
		event->mods &= ~(MOD_EDGE | MOD_INVERT | MOD_ANY_THREAD);
		event->cmask = 0;
		return true;
	}
	if (decode_wide(event->catalogue, rest, regs, n, event))
		return true;
	for (pass = 4; other && pass-- > 0;)
		if (pass & 1 && find_row(pmu, regs, n, counter, select, extra, pass, other, seen->msr, event))
			return true;
	for (pass = 4; other && pass-- > 0;)
		if (!(pass & 1) && find_row(pmu, regs, n, counter, select, extra, pass, NULL, 0, event))
			return true;
	event->kind = EVENT_RAW;
	event->catalogue = NULL;
	event->umasks = 0;
	event->raw = rest;
	return true;
}
