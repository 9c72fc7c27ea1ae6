/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* From an event to its encoding and back: what does not depend on the family, and the table of
 * families. */
#include "core/encode/encode.h"
#include "core/base/diag.h"
#include "core/base/text.h"
#include "core/encode/evtsel/decode.h"
#include "core/encode/evtsel/encode.h"
#include "core/encode/evtsel/raw.h"
#include "core/encode/fields/job.h"
#include "core/encode/fields/refuse.h"
#include "core/encode/p4/decode.h"
#include "core/encode/p4/encode.h"
#include "core/encode/p4/raw.h"
#include "core/encode/p5/encode.h"
#include "core/event/catalogue.h"
#include "core/event/event.h"
#include "core/event/parse.h"
#include "core/pmu/pmu.h"
#include "core/event/generic.h"
#include "core/tables/presets.h"

/* ---- Families ---- */

struct family {
	/* Fill in enc->counters and the values; what was encoded is filled in already. */
	int (*encode_row)(const struct job *job, struct encoding *enc);
	int (*encode_raw)(const struct job *job, struct encoding *enc);
	/* Appends the registers of one counter, which can count the event. */
	void (*put_registers)(const struct pmu *pmu, const struct encoding *enc, u32 counter,
			      struct reg_value *regs, u32 *n);
	/* What a counter counts: EVENT_MODEL or EVENT_RAW in *event. False: it is off. */
	bool (*decode)(const struct pmu *pmu, const struct reg_value *regs, u32 n, u32 counter,
		       struct event *event);
};

static const struct family evtsel = {
	.encode_row = encode_evtsel,
	.encode_raw = encode_evtsel_raw,
	.put_registers = encode_evtsel_on,
	.decode = decode_evtsel,
};

static const struct family p5 = {
	.encode_row = encode_p5,
	.encode_raw = encode_p5_raw,
	.put_registers = encode_p5_on,
	.decode = decode_p5,
};

static const struct family p4 = {
	.encode_row = encode_p4,
	.encode_raw = encode_p4_raw,
	.put_registers = encode_p4_on,
	.decode = decode_p4,
};

/* A family without counters has no row. */
static const struct family *const families[PMU_FAMILIES] = {
	[PMU_P5] = &p5,	    [PMU_CYRIX] = &p5,	 [PMU_C6] = &p5, [PMU_C3] = &p5,
	[PMU_P6] = &evtsel, [PMU_AMD] = &evtsel, [PMU_P4] = &p4, [PMU_ARCH] = &evtsel,
};

/* ---- Encoding ---- */

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
	return families[job->pmu->family]->encode_row(job, enc);
}

static int encode_raw(struct job *job, struct encoding *enc)
{
	enc->mods = job->mods;
	enc->cmask = (u8)job->cmask;
	return families[job->pmu->family]->encode_raw(job, enc);
}

/* The model's event that a generic one is mapped to; NULL: none. */
static const char *mapped(const struct pmu_model *model, enum event_kind kind, u32 id)
{
	const struct generic_map *m;

	for (m = model->generic; m->event; m++)
		if (m->kind == kind && m->id == id)
			break;
	return m->event;
}

/* The same of a preset, which may be mapped to a generic event. */
static const char *mapped_preset(const struct pmu_model *model, u32 id)
{
	const char *event = pmc_preset_event(model->name, id);
	const struct event_row *row = event ? pmc_generic_find(event, text_length(event)) : NULL;

	return row ? mapped(model, (enum event_kind)row->kind, row->id) : event;
}

/* A generic event: parses what the model's map says, and adds the modifiers that were typed. */
static int encode_generic(struct job *job, struct encoding *enc)
{
	const struct pmu_model *model = job->pmu->model;
	const struct catalogues cats = { .list = &model->events, .n = 1 };
	bool preset = job->event->kind == EVENT_PRESET;
	const char *event = preset ? mapped_preset(model, job->event->id) :
				     mapped(model, job->event->kind, job->event->id);
	struct event ev;
	u32 n = 1;

	if (!event && preset)
		return encode_refuse_preset(job);
	if (!event)
		return encode_refuse_generic(job);
	if (pmc_event_parse(event, text_length(event), &cats, &ev, &n, job->diag) ||
	    ev.kind != EVENT_MODEL)
		return encode_refuse(job, " is mapped to an event that this model does not have");
	job->umasks = ev.umasks;
	job->mods |= ev.mods;
	if (!job->cmask)
		job->cmask = ev.cmask;
	return encode_row(job, ev.id, enc);
}

/* Appends "0, 1, fixed 2". */
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

/* Leaves only the counters that the user chose. */
static int choose_counters(const struct job *job, struct encoding *enc)
{
	u64 can = enc->counters, chosen = job->event->counters;

	if (!chosen)
		return 0;
	enc->counters &= chosen;
	enc->other_counters &= chosen;
	if (enc->counters)
		return 0;
	encode_refuse(job, chosen == EVENT_ON_FIXED   ? ": no fixed counter can count it" :
			   chosen == EVENT_ON_GENERAL ? ": no general counter can count it" :
							": the chosen counter cannot count it");
	pmc_diag_add(job->diag, "; these can: ");
	add_counters(job->diag, can);
	return -PMC_CORE_EINVAL;
}

int pmc_encode(const struct pmu *pmu, const char *text, const struct event *event, u32 flags,
	       struct encoding *enc, struct diag *diag)
{
	struct job job = {
		.pmu = pmu,
		.text = text,
		.event = event,
		.umasks = event->umasks,
		.mods = event->mods,
		.cmask = event->cmask,
		.flags = flags,
		.diag = diag,
	};
	int err;

	memset(enc, 0, sizeof(*enc));
	if (!pmu->general && !pmu->fixed)
		return encode_refuse_model(&job, " has no counters for events");
	switch (event->kind) {
	case EVENT_HARDWARE:
	case EVENT_CACHE:
	case EVENT_PRESET:
		err = encode_generic(&job, enc);
		break;
	case EVENT_SOFTWARE:
		return encode_refuse(&job, " is counted by the kernel, not by a PMU");
	case EVENT_STREAM:
		return encode_refuse(&job, " is counted from the instruction stream, not by a PMU");
	case EVENT_MODEL:
		if (event->catalogue != pmu->model->events)
			return encode_refuse_foreign(&job);
		err = encode_row(&job, event->id, enc);
		break;
	default:
		err = encode_raw(&job, enc);
	}
	if (err)
		return err;
	if (!enc->counters)
		return encode_refuse(&job, ": this processor has no counter that can count it");
	return choose_counters(&job, enc);
}

/* ---- On a counter ---- */

static int refuse_counter(const struct encoding *enc, u32 counter, struct diag *diag)
{
	pmc_diag_none(diag);
	pmc_diag_add(diag, counter >= 32 ? "fixed counter " : "counter ");
	pmc_diag_add_number(diag, counter >= 32 ? counter - 32 : counter);
	pmc_diag_add(diag, " cannot count this event; these can: ");
	add_counters(diag, enc->counters);
	return -PMC_CORE_EINVAL;
}

int pmc_encode_on(const struct pmu *pmu, const struct encoding *enc, u32 counter,
		  struct reg_value *regs, u32 *n, struct diag *diag)
{
	const struct family *family = families[pmu->family];

	if (!family || counter >= 64 || !(enc->counters >> counter & 1))
		return refuse_counter(enc, counter, diag);
	*n = 0;
	family->put_registers(pmu, enc, counter, regs, n);
	return 0;
}

/* ---- Decoding ---- */

bool pmc_decode(const struct pmu *pmu, const struct reg_value *regs, u32 n, u32 counter,
		struct event *event)
{
	const struct family *family = families[pmu->family];

	memset(event, 0, sizeof(*event));
	event->group = -1;
	return family && family->decode(pmu, regs, n, counter, event);
}
