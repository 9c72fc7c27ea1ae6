/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Encoding and decoding, as far as no family matters: generic names, unit masks, modifiers, sentences.
 * The families' parts are encode_evtsel.c, encode_p5.c and encode_p4.c with decode_p4.c.
 */
#include "core/encode/fields/job.h"
#include "core/base/bits.h"
#include "core/base/text.h"

/* ---- Sentences ---- */

static int refuse_begin(const struct job *job)
{
	pmc_diag_at(job->diag, job->event->word.at, job->text + job->event->word.at,
		    job->event->word.len);
	return -PMC_CORE_EINVAL;
}

int encode_refuse(const struct job *job, const char *sentence)
{
	refuse_begin(job);
	pmc_diag_add_quoted(job->diag, job->text + job->event->word.at, job->event->word.len);
	pmc_diag_add(job->diag, sentence);
	return -PMC_CORE_EINVAL;
}

int encode_refuse_model(const struct job *job, const char *sentence)
{
	refuse_begin(job);
	pmc_diag_add(job->diag, job->pmu->model->title);
	pmc_diag_add(job->diag, sentence);
	return -PMC_CORE_EINVAL;
}

int encode_refuse_term(const struct job *job, const struct event_term *t, const char *sentence)
{
	pmc_diag_at(job->diag, t->name.at, job->text + t->name.at, t->name.len);
	pmc_diag_add(job->diag, "the term ");
	pmc_diag_add_quoted(job->diag, job->text + t->name.at, t->name.len);
	pmc_diag_add(job->diag, sentence);
	return -PMC_CORE_EINVAL;
}

int encode_refuse_reserved(const struct job *job, const char *where, u64 bits)
{
	encode_refuse(job, " sets bits that are reserved on ");
	pmc_diag_add(job->diag, where);
	pmc_diag_add(job->diag, ": ");
	pmc_diag_add_hex(job->diag, bits);
	return -PMC_CORE_EINVAL;
}

/* ---- Unit masks ---- */

#define SHOWN 8 /* unit masks in a sentence */

int encode_refuse_missing(const struct job *job)
{
	const struct catalogue *c = job->pmu->model->events;
	const char *name;
	u32 j, n = 0;

	refuse_begin(job);
	pmc_diag_add(job->diag, job->row->name);
	for (j = 0; (name = c->umask(c, job->id, j)); j++) {
		if (!name[0] || n++ >= SHOWN)
			continue;
		pmc_diag_add(job->diag, n > 1 ? ", " : " needs a unit mask: ");
		pmc_diag_add(job->diag, name);
	}
	if (n > SHOWN) {
		pmc_diag_add(job->diag, " and ");
		pmc_diag_add_number(job->diag, n - SHOWN);
		pmc_diag_add(job->diag, " more, which 'pmc list --model ");
		pmc_diag_add(job->diag, job->pmu->model->name);
		pmc_diag_add(job->diag, " ");
		pmc_diag_add(job->diag, job->row->name);
		pmc_diag_add(job->diag, "' shows");
	}
	return -PMC_CORE_EINVAL;
}

int encode_refuse_both(const struct job *job, u32 a, u32 b)
{
	refuse_begin(job);
	pmc_diag_add(job->diag, "the unit masks ");
	pmc_diag_add(job->diag, job->row->umask[a].name);
	pmc_diag_add(job->diag, " and ");
	pmc_diag_add(job->diag, job->row->umask[b].name);
	pmc_diag_add(job->diag, " of ");
	pmc_diag_add(job->diag, job->row->name);
	pmc_diag_add(job->diag, " exclude each other; name one");
	return -PMC_CORE_EINVAL;
}

#define GROUPS 4

/* The bits that the masks of each group can set; group 0 has what no other group has. */
static inline void group_bits(const struct model_event *row, u32 bits[GROUPS])
{
	u32 j, g;

	for (g = 0; g < GROUPS; g++)
		bits[g] = 0;
	for (j = 0; j < row->n_umasks; j++)
		if (row->umask[j].group && row->umask[j].kind == UMASK_BITS)
			bits[row->umask[j].group] |= row->umask[j].bits;
	bits[0] = ~(bits[1] | bits[2] | bits[3]);
}

/* The row's own bits, of the groups of which no mask is given. */
static u32 plain_bits(const struct model_event *row, u32 given)
{
	u32 of_group[GROUPS], bits = 0, g;

	if (!row->plain)
		return 0;
	group_bits(row, of_group);
	for (g = 0; g < GROUPS; g++)
		if (!(given >> g & 1))
			bits |= row->plain & of_group[g];
	return bits;
}

int encode_umasks(const struct job *job, struct umask_value *value)
{
	const struct model_event *row = job->row;
	s32 one_of[GROUPS] = { -1, -1, -1, -1 };
	u32 given = 0, j;
	u64 left;

	value->bits = 0;
	value->tag = 0;
	value->replay = -1;
	for (left = job->umasks; left; left &= left - 1) {
		const struct model_umask *u;

		j = bits_lowest(left);
		if (j >= row->n_umasks)
			break;
		u = &row->umask[j];
		if (u->group && one_of[u->group] >= 0)
			return encode_refuse_both(job, (u32)one_of[u->group], j);
		one_of[u->group] = (s32)j;
		if (u->kind == UMASK_TAG) {
			value->tag |= u->bits;
		} else if (u->kind == UMASK_REPLAY) {
			value->replay = u->bits;
		} else {
			given |= 1u << u->group;
			value->bits |= u->bits;
		}
	}
	if (row->flags & ROW_NEEDS_UMASK)
		return given ? 0 : encode_refuse_missing(job);
	value->bits |= plain_bits(row, given);
	return 0;
}

/* Finds in one group the mask with these bits; its number, or -1. */
static s32 umask_with(const struct catalogue *c, u32 id, u32 group, u32 kind, u32 bits)
{
	const struct model_event *row = pmc_list_row(c, id);
	u32 j;

	for (j = 0; j < row->n_umasks; j++)
		if (row->umask[j].group == group && row->umask[j].kind == kind &&
		    row->umask[j].bits == bits && c->umask(c, id, j)[0])
			return (s32)j;
	return -1;
}

/* Names for the value, as well as names can say it. */
static bool name_umasks(const struct catalogue *c, u32 id, const struct umask_value *value, u64 *named)
{
	const struct model_event *row = pmc_list_row(c, id);
	u32 of_group[GROUPS], j, g, rest, bits, got = 0;
	s32 one;

	*named = 0;
	for (j = 0; j < row->n_umasks; j++)
		if (row->umask[j].kind == UMASK_TAG && value->tag & row->umask[j].bits) {
			*named |= 1ull << j;
			got |= row->umask[j].bits;
		}
	if (got != value->tag)
		return false;
	for (j = 0; j < row->n_umasks && value->replay >= 0; j++)
		if (row->umask[j].kind == UMASK_REPLAY && row->umask[j].bits == value->replay)
			*named |= 1ull << j;
	if (value->replay >= 0 && !*named)
		return false;
	if (value->bits == row->plain && !(row->flags & ROW_NEEDS_UMASK))
		return true;
	group_bits(row, of_group);
	for (g = 1; g < GROUPS; g++) {
		bits = value->bits & of_group[g];
		/* A row without masks of this group has no bits there. */
		one = umask_with(c, id, g, UMASK_BITS, bits);
		if (one >= 0)
			*named |= 1ull << one;
		else if (bits)
			return false;
	}
	rest = value->bits & of_group[0];
	if (!row->n_umasks)
		return false;
	/* Group 0's own words are needed only when they are not what the row has by itself. */
	if (*named && rest == (row->plain & of_group[0]) && !(row->flags & ROW_NEEDS_UMASK))
		return true;
	one = umask_with(c, id, 0, UMASK_BITS, rest);
	if (one >= 0) {
		*named |= 1ull << one;
		return true;
	}
	for (j = 0, got = 0; j < row->n_umasks; j++) {
		const struct model_umask *u = &row->umask[j];

		if (!u->group && u->kind == UMASK_BITS && u->bits && !(u->bits & ~rest) &&
		    c->umask(c, id, j)[0]) {
			*named |= 1ull << j;
			got |= u->bits;
		}
	}
	return got == rest && *named;
}

bool decode_umasks(const struct catalogue *c, u32 id, const struct umask_value *value, u64 *named)
{
	const struct model_event *row = pmc_list_row(c, id);
	u32 bits = 0, given = 0, j;

	if (!name_umasks(c, id, value, named))
		return false;
	/* What is not named is the row's own, which the value need not be. */
	for (j = 0; j < row->n_umasks; j++) {
		if (*named >> j & 1 && row->umask[j].kind == UMASK_BITS) {
			bits |= row->umask[j].bits;
			given |= 1u << row->umask[j].group;
		}
	}
	return row->flags & ROW_NEEDS_UMASK ? given != 0 : (bits | plain_bits(row, given)) == value->bits;
}

/* ---- Modifiers ---- */

int encode_mods(const struct job *job, u32 can)
{
	static const struct {
		u32 bit;
		const char *sentence;
	} cannot[] = {
		{ MOD_USER, ": the PMU counts in every ring, it cannot be told u" },
		{ MOD_KERNEL, ": the PMU counts in every ring, it cannot be told k" },
		{ MOD_HYPER, ": no PMU of this family tells the hypervisor's ring apart (h)" },
		{ MOD_GUEST, ": the PMU has no bit for guests (G)" },
		{ MOD_HOST, ": the PMU has no bit for the host (H)" },
		{ MOD_PRECISE, ": precise sampling (p) is not a matter of these registers" },
		{ MOD_PRECISE_MAX, ": precise sampling (P) is not a matter of these registers" },
		{ MOD_EDGE, ": the PMU has no edge detection (e)" },
		{ MOD_INVERT, ": the PMU has no comparison to be inverted (i)" },
		{ MOD_ANY_THREAD, ": the PMU cannot count both threads of a core (t)" },
		{ MOD_IN_TX, ": the PMU knows no transactions (intx)" },
		{ MOD_IN_TXCP, ": the PMU knows no transactions (intxcp)" },
		{ MOD_T1, ": the PMU has no second logical processor (t1)" },
		{ MOD_FORCE_OVF, ": the PMU has no forced overflow (force_ovf)" },
		{ MOD_OVF_PMI_T0, ": the PMU has no OVF_PMI flag (ovf_pmi_t0)" },
		{ MOD_OVF_PMI_T1, ": the PMU has no OVF_PMI flag for a second logical processor (ovf_pmi_t1)" },
		{ MOD_CASCADE, ": the PMU's counters do not cascade (cascade)" },
		{ MOD_EXT_CASCADE, ": the PMU's counters have no extended cascading (ext_cascade)" },
		{ MOD_ACTIVE, ": the PMU has no active-thread field (active=)" },
	};
	u32 i;

	if (job->event->has_from && job->pmu->family != PMU_P4)
		return encode_refuse(job, ": the PMU does not tag micro-ops (from=)");
	if (!(job->mods & ~can))
		return 0;
	for (i = 0; i < sizeof(cannot) / sizeof(cannot[0]); i++)
		if (job->mods & cannot[i].bit && !(can & cannot[i].bit))
			return encode_refuse(job, cannot[i].sentence);
	return 0;
}

/* ---- Encode ---- */

static inline int encode_row(struct job *job, u32 row, struct encoding *enc)
{
	const struct pmu_model *model = job->pmu->model;

	job->row = pmc_list_row(model->events, row);
	job->id = row;
	enc->catalogue = model->events;
	enc->row = row;
	enc->umasks = job->umasks;
	enc->mods = job->mods;
	enc->cmask = (u8)job->cmask;
	switch (job->pmu->family) {
	case PMU_P6:
	case PMU_AMD:
	case PMU_ARCH:
		return encode_evtsel(job, enc);
	case PMU_P4:
		return encode_p4(job, enc);
	default:
		return encode_p5(job, enc);
	}
}

static int encode_raw(struct job *job, struct encoding *enc)
{
	enc->mods = job->mods;
	enc->cmask = (u8)job->cmask;
	switch (job->pmu->family) {
	case PMU_P6:
	case PMU_AMD:
	case PMU_ARCH:
		return encode_evtsel_raw(job, enc);
	case PMU_P4:
		return encode_p4_raw(job, enc);
	default:
		return encode_p5_raw(job, enc);
	}
}

/* By the model's map: parse what it says, and add what was typed. */
static int encode_generic(struct job *job, struct encoding *enc)
{
	const struct pmu_model *model = job->pmu->model;
	const struct catalogues cats = { &model->events, 1 };
	const struct generic_map *m;
	struct event ev;
	u32 n = 1;

	for (m = model->generic; m->event; m++)
		if (m->kind == job->event->kind && m->id == job->event->id)
			break;
	if (!m->event) {
		encode_refuse(job, ": ");
		pmc_diag_add(job->diag, model->title);
		pmc_diag_add(job->diag, " has no such event");
		return -PMC_CORE_EINVAL;
	}
	if (pmc_event_parse(m->event, text_length(m->event), &cats, &ev, &n, job->diag) ||
	    ev.kind != EVENT_MODEL)
		return encode_refuse(job, " is mapped to an event that is not there");
	job->umasks = ev.umasks;
	job->mods |= ev.mods;
	if (!job->cmask)
		job->cmask = ev.cmask;
	return encode_row(job, ev.id, enc);
}

int pmc_encode(const struct pmu *pmu, const char *text, const struct event *event, u32 flags,
	       struct encoding *enc, struct diag *diag)
{
	struct job job = { pmu, text, event, NULL, 0, event->umasks, event->mods, event->cmask, flags,
			   diag };
	int err;

	memset(enc, 0, sizeof(*enc));
	if (!pmu->general && !pmu->fixed)
		return encode_refuse_model(&job, " has no counters for events");
	switch (event->kind) {
	case EVENT_HARDWARE:
	case EVENT_CACHE:
		err = encode_generic(&job, enc);
		break;
	case EVENT_SOFTWARE:
		return encode_refuse(&job, " is counted by the kernel, not by a PMU");
	case EVENT_STREAM:
		return encode_refuse(&job, " is counted from the instruction stream, not by a PMU");
	case EVENT_MODEL:
		if (event->catalogue != pmu->model->events) {
			encode_refuse(&job, " is an event of ");
			pmc_diag_add(diag, event->catalogue->title);
			pmc_diag_add(diag, ", not of ");
			pmc_diag_add(diag, pmu->model->title);
			return -PMC_CORE_EINVAL;
		}
		err = encode_row(&job, event->id, enc);
		break;
	default:
		err = encode_raw(&job, enc);
	}
	if (err)
		return err;
	if (!enc->counters)
		return encode_refuse(&job, ": this processor has no counter that can count it");
	return 0;
}

/* ---- On a counter ---- */

void pmc_encode_take_other(struct encoding *enc)
{
	u64 select = enc->select, counters = enc->counters;
	u32 msr = enc->msr;

	if (!enc->other_msr)
		return;
	enc->select = enc->other_select;
	enc->counters = enc->other_counters;
	enc->msr = enc->other_msr;
	enc->other_select = select;
	enc->other_counters = counters;
	enc->other_msr = msr;
}

void reg_put(struct reg_value *regs, u32 *n, u32 address, u64 value, u64 mask)
{
	regs[*n].address = address;
	regs[*n].value = value;
	regs[*n].mask = mask;
	++*n;
}

bool reg_value_of(const struct reg_value *regs, u32 n, u32 address, u64 *value)
{
	u32 i;

	for (i = 0; i < n; i++) {
		if (regs[i].address == address) {
			*value = regs[i].value;
			return true;
		}
	}
	return false;
}

static void add_counters(struct diag *diag, u64 counters)
{
	bool first = true;
	u32 i;

	for (i = 0; i < 64; i++) {
		if (!(counters >> i & 1))
			continue;
		if (!first)
			pmc_diag_add(diag, ", ");
		first = false;
		pmc_diag_add(diag, i >= 32 ? "fixed " : "");
		pmc_diag_add_number(diag, i >= 32 ? i - 32 : i);
	}
}

int pmc_encode_on(const struct pmu *pmu, const struct encoding *enc, u32 counter,
		  struct reg_value *regs, u32 *n, struct diag *diag)
{
	u32 count = 0;

	if (counter >= 64 || !(enc->counters >> counter & 1)) {
		pmc_diag_none(diag);
		pmc_diag_add(diag, counter >= 32 ? "fixed counter " : "counter ");
		pmc_diag_add_number(diag, counter >= 32 ? counter - 32 : counter);
		pmc_diag_add(diag, " cannot count this event; these can: ");
		add_counters(diag, enc->counters);
		return -PMC_CORE_EINVAL;
	}
	switch (pmu->family) {
	case PMU_P6:
	case PMU_AMD:
	case PMU_ARCH:
		encode_evtsel_on(pmu, enc, counter, regs, &count);
		break;
	case PMU_P4:
		encode_p4_on(pmu, enc, counter, regs, &count);
		break;
	default:
		encode_p5_on(pmu, enc, counter, regs, &count);
	}
	*n = count;
	return 0;
}

/* ---- Decode ---- */

bool pmc_decode(const struct pmu *pmu, const struct reg_value *regs, u32 n, u32 counter,
		struct event *event)
{
	memset(event, 0, sizeof(*event));
	event->group = -1;
	switch (pmu->family) {
	case PMU_P6:
	case PMU_AMD:
	case PMU_ARCH:
		return decode_evtsel(pmu, regs, n, counter, event);
	case PMU_P4:
		return decode_p4(pmu, regs, n, counter, event);
	case PMU_P5:
	case PMU_CYRIX:
	case PMU_C6:
	case PMU_C3:
		return decode_p5(pmu, regs, n, counter, event);
	default:
		return false;
	}
}
