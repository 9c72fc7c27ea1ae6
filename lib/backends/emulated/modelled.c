/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * An event of a PMU is what its registers say, so it is compared with the rows of
 * core/quantities/ by its encoding: however it is spelled, also as a raw event, it is found.
 */
#include <errno.h>
#include <pmc/profile.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/encode/encode.h"
#include "core/event/catalogue.h"
#include "core/event/generic.h"
#include "core/event/parse.h"
#include "core/machine/describe/table.h"
#include "core/machine/state.h"
#include "emu/launch.h"
#include "lib/backends/emulated/engine/shared.h"
#include "lib/backends/emulated/estimate.h"
#include "lib/backends/emulated/modelled.h"
#include "lib/backends/emulated/sampled.h"
#include "lib/base/diag.h"
#include "lib/models/hardware.h"
#include "lib/models/model.h"
#include "lib/profile/model/exact.h"
#include "core/quantities/events.h"
#include "lib/quantities/names.h"
#include "lib/set/handle.h"
#include "lib/set/set.h"
#include "pmc/profile.h"

/* ---- Judging ---- */

/* Does the formula need a model, or only the instruction stream? */
static bool needs_model(const struct machine_formula *f)
{
	int i;

	for (i = 0; i < FORMULA_TERMS && f->term[i].kind != TERM_END; i++)
		if (f->term[i].kind == TERM_COUNT)
			return true;
	return false;
}

static bool same_registers(const struct encoding *a, const struct encoding *b)
{
	/* What a fixed counter counts has no select value, or that of a general one. */
	return a->select == b->select && (a->select || a->fixed == b->fixed) &&
	       a->escr == b->escr && a->n_escrs == b->n_escrs &&
	       !memcmp(a->escr_of, b->escr_of, sizeof(a->escr_of)) &&
	       a->pebs_enable == b->pebs_enable && a->pebs_vert == b->pebs_vert &&
	       a->tags == b->tags && a->upstream == b->upstream && a->msr == b->msr &&
	       a->msr_value == b->msr_value;
}

/* Encodes an event as if it had no modifiers. */
static bool encode(const struct pmc_model *m, const char *text, const struct event *event,
		   struct encoding *enc)
{
	struct event plain = *event;

	plain.mods = MOD_USER;
	return !pmc_encode(&m->pmu, text, &plain, 0, enc, NULL);
}

static bool is_row(const struct pmc_model *m, const char *name, const struct encoding *wanted)
{
	const struct catalogue *list = m->pmu.model->events;
	const struct catalogues cats = { .list = &list, .n = 1, .index = &m->index };
	struct encoding enc;
	struct event event;
	u32 n = 1;

	return !pmc_event_parse(name, strlen(name), &cats, &event, &n, NULL) &&
	       encode(m, name, &event, &enc) && same_registers(&enc, wanted);
}

static const struct machine_event *find_row(const struct pmc_set *set, const struct event *event)
{
	const struct pmc_model *m = set->pmc->model;
	const struct machine_events *events;
	struct encoding enc;
	u32 bit, i;

	events = m ? pmc_machine_events(m->pmu.model->name, &bit) : NULL;
	if (!events || !encode(m, set->text, event, &enc))
		return NULL;
	for (i = 0; i < events->n; i++) {
		const struct machine_event *row = &events->row[i];

		if ((!row->only || row->only >> bit & 1) && is_row(m, row->name, &enc))
			return row;
	}
	return NULL;
}

/* A machine whose PMU is this model. */
static const char *machine_with(const char *model)
{
	const struct machine *row;
	u32 i;

	for (i = 0; (row = pmc_machine_row(i)); i++)
		if (row->pmu && !strcmp(row->pmu, model))
			return row->name;
	return MACHINE_DEFAULT;
}

/* An event of a PMU. */
static int of_family(const struct pmc_set *set, const struct set_event *e,
		     struct machine_formula *f, struct pmc_diag *diag)
{
	const struct machine_event *row = find_row(set, &e->parsed);
	const struct pmc *pmc = set->pmc;

	if (!row && pmc->machine_chosen)
		return diag_say(diag, -EOPNOTSUPP,
				"'%s' has no model: of the events of a machine's PMU only those "
				"count that its caches, TLBs and branch predictors answer",
				e->info.typed);
	if (!row)
		return diag_say(
			diag, -EOPNOTSUPP,
			"'%s' encodes an event of a PMU, and backend emulated has no PMU; backend "
			"perf could count it on a machine with one",
			e->info.typed);
	*f = row->formula;
	if (!needs_model(f))
		return 0;
	if (!pmc->machine_chosen)
		return diag_say(diag, -EOPNOTSUPP,
				"'%s' encodes an event of a PMU, and backend emulated has no PMU; "
				"it can model it on a machine that you choose, as by --machine %s",
				e->info.typed, machine_with(pmc->model->pmu.model->name));
	if (pmc->machine->machine.pmu &&
	    !strcmp(pmc->machine->machine.pmu, pmc->model->pmu.model->name))
		return 0;
	return diag_say(diag, -EOPNOTSUPP,
			"'%s' is an event of %s, which is not the PMU of the machine %s",
			e->info.typed, pmc->model->pmu.model->name, pmc->machine->machine.name);
}

static int formula_of(struct pmc_set *set, const struct set_event *e, struct machine_formula *f,
		      struct pmc_diag *diag)
{
	const struct event *ev = &e->parsed;

	if (ev->kind == EVENT_MODEL && ev->catalogue == &quantity_names) {
		f->term[0].kind = TERM_COUNT;
		f->term[0].what = (u16)pmc_quantity_row(ev->id)->offset;
		return 0;
	}
	if (ev->kind == EVENT_MODEL || ev->kind == EVENT_RAW)
		return of_family(set, e, f, diag);
	if (pmc_machine_generic(&set->pmc->machine->machine, ev->kind, ev->id, f))
		return 0;
	return diag_say(diag, -EOPNOTSUPP,
			"'%s' does not show in the instruction stream, so backend emulated cannot "
			"count it; backend perf could, on a machine with a PMU%s",
			e->info.typed,
			ev->kind == EVENT_HARDWARE && ev->id == HW_CYCLES ?
				", and --estimate-cycles estimates it" :
				"");
}

/* A profile has columns for so many modelled events beside the exact ones. */
static int check_columns(const struct pmc_set *set, const struct set_event *e,
			 struct pmc_diag *diag)
{
	struct exact exact;
	unsigned most, n = 0;
	const struct set_event *other;

	exact_init(&exact);
	most = PMC_PROFILE_EVENTS - exact.n;
	for (other = set->event; other < e; other++)
		n += !!(other->info.flags & PMC_EVENT_MODELLED);
	if (n < most)
		return 0;
	return diag_say(diag, -EOPNOTSUPP,
			"a profile has room for %u modelled events, and '%s' is one more; record "
			"the command once more for the others",
			most, e->info.typed);
}

/* Models are of a whole command. */
static int check_use(const struct pmc_set *set, const struct set_event *e, struct pmc_diag *diag)
{
	const char *typed = e->info.typed;

	if (set->pmc->inside)
		return diag_say(diag, -EOPNOTSUPP,
				"'%s' is modelled, and a program cannot read its own modelled "
				"counts; count all of it with 'pmc stat -e %s -- PROGRAM'",
				typed, typed);
	if (set->flags & PMC_SET_PROFILE && e->info.flags & PMC_EVENT_ESTIMATE)
		return diag_say(diag, -EOPNOTSUPP,
				"'%s' is an estimate, which a profile does not divide up; record "
				"the counts that it is a sum of, or use 'pmc stat'",
				typed);
	return set->flags & PMC_SET_PROFILE ? check_columns(set, e, diag) : 0;
}

/* Bursts know what small caches, first TLBs and predictors count. */
static bool bursts_know(const struct chosen_machine *machine, const struct machine_formula *f)
{
	const struct bursts *b = &machine->bursts;
	int k;

	if (b->times * b->count == b->warm + b->count)
		return true; /* they are all of the time, or there are none */
	for (k = 0; k < FORMULA_TERMS && f->term[k].kind != TERM_END; k++)
		if (f->term[k].kind == TERM_COUNT && !sampled_knows(f->term[k].what))
			return false;
	return true;
}

static int refuse_bursts(const char *typed, struct pmc_diag *diag)
{
	return diag_say(diag, -EOPNOTSUPP,
			"'%s' needs what L2, the last level or a second TLB holds, which bursts "
			"do not know: they count misses of L1, of first TLBs (dtlb-read-misses) "
			"and of branches; leave --machine-sample out",
			typed);
}

/* Finds the formula of an event, and the parts that it needs. */
static int judge_formula(struct pmc_set *set, struct set_event *e, u32 *parts,
			 struct pmc_diag *diag)
{
	const struct chosen_machine *machine = set->pmc->machine;
	struct machine_formula f = { 0 };
	const char *absent;
	int err = formula_of(set, e, &f, diag);

	if (err)
		return err;
	*parts = pmc_formula_parts(&machine->machine, &f, &absent);
	if (absent)
		return diag_say(diag, -EOPNOTSUPP,
				"'%s' needs the %s of a machine, and %s has none", e->info.typed,
				absent, machine->text);
	if (!bursts_know(machine, &f))
		return refuse_bursts(e->info.typed, diag);
	e->attr = malloc(sizeof(f));
	if (!e->attr)
		return -ENOMEM;
	memcpy(e->attr, &f, sizeof(f));
	return 0;
}

int modelled_judge(struct pmc_set *set, struct set_event *e, struct pmc_diag *diag)
{
	const struct pmc_hardware_choice none = { 0 };
	u32 parts = 0;
	int err = 0;

	if (!set->pmc->machine)
		err = hardware_choose(&none, &set->pmc->machine, diag);
	if (!err && estimate_is(set, &e->parsed))
		err = set->pmc->machine->bursts.times ? refuse_bursts(e->info.typed, diag) :
							estimate_judge(set, e, &parts, diag);
	else if (!err)
		err = judge_formula(set, e, &parts, diag);
	if (!err && !parts && set->flags & PMC_SET_PROFILE)
		return diag_say(diag, -EOPNOTSUPP,
				"'%s' needs no model: it is a sum of events that every profile "
				"has, such as instructions, loads and branches; leave it out",
				e->info.typed);
	if (err || !parts)
		return err;
	if (set->flags & PMC_SET_CALL_TREE)
		return diag_say(diag, -EOPNOTSUPP,
				"'%s' is modelled, but a call tree is of an event that translated "
				"code counts, such as instructions:u; leave it out, or record it "
				"without a call tree",
				e->info.typed);
	e->info.flags |= PMC_EVENT_MODELLED;
	return check_use(set, e, diag);
}

bool modelled_knows(const struct event_row *row)
{
	const struct machine *m = pmc_machine_find(MACHINE_DEFAULT, strlen(MACHINE_DEFAULT), NULL);
	struct machine_formula f;

	return pmc_machine_generic(m, (enum event_kind)row->kind, row->id, &f);
}

/* ---- Counting ---- */

static u32 parts_of(const struct pmc_set *set)
{
	const char *absent;
	u32 parts = 0;
	size_t i;

	for (i = 0; i < set->n_events; i++)
		if (set->event[i].source == SOURCE_EMULATED && set->event[i].attr)
			parts |= pmc_formula_parts(&set->machine->machine, set->event[i].attr,
						   &absent);
	if (estimate_used(set))
		parts |= pmc_weights_parts(&set->machine->weights, &set->machine->machine);
	return parts;
}

unsigned modelled_flag(const struct pmc_set *set)
{
	return set->machine && parts_of(set) ? EMU_F_MODEL : 0;
}

bool modelled_in_bursts(const struct pmc_set *set)
{
	return modelled_flag(set) && set->machine->bursts.times;
}

/* The counts that a profile divides up among instructions. */
static void tell_counts(const struct pmc_set *set, struct emu_model *model)
{
	bool wanted[EMU_MAX_TOLD] = { false };
	size_t i;
	int k;

	model->n_told = 0;
	for (i = 0; i < set->n_events; i++) {
		const struct machine_formula *f = set->event[i].attr;

		if (!(set->event[i].info.flags & PMC_EVENT_MODELLED) || !f)
			continue;
		for (k = 0; k < FORMULA_TERMS && f->term[k].kind != TERM_END; k++)
			if (f->term[k].kind == TERM_COUNT)
				wanted[f->term[k].what / sizeof(u64)] = true;
	}
	for (i = 0; i < EMU_MAX_TOLD; i++)
		if (wanted[i])
			model->told[model->n_told++] = (u16)(i * sizeof(u64));
}

void modelled_tell(const struct pmc_set *set, struct emu_header *header)
{
	const struct bursts *b;
	struct machine *m = &header->model.machine;
	const char **const sources[] = { &m->name, &m->title, &m->pmu, &m->walk.source,
					 &m->branch.source };
	size_t i;

	if (!(header->flags & EMU_F_MODEL))
		return;
	b = &set->machine->bursts;
	header->model.parts = parts_of(set);
	header->model.flags = set->machine->private_last ? EMU_MODEL_PRIVATE_LL : 0;
	if (header->flags & EMU_F_PROFILE)
		tell_counts(set, &header->model);
	if (modelled_in_bursts(set))
		header->model.sampling = (struct emu_sampling){
			.first = b->first,
			.warm = b->warm,
			.count = b->count,
			.times = b->times,
			.seed = b->seed,
		};
	*m = set->machine->machine;
	for (i = 0; i < sizeof(sources) / sizeof(sources[0]); i++)
		*sources[i] = NULL;
	for (i = 0; i < CACHES; i++)
		m->cache[i].source = NULL;
	for (i = 0; i < TLBS; i++)
		m->tlb[i].source = NULL;
	for (i = 0; i < MACHINE_PREFETCHERS; i++)
		m->prefetch[i].source = NULL;
	m->costs = NULL;
}

/* ---- Notes ---- */

/* Did threads of one process count? They share the last level. */
static bool threads_shared(const struct pmc_set *set, const struct shared *shared)
{
	const struct emu_task *task = shared->header->tasks;
	u32 n = shared_tasks(shared), i;

	if (set->machine->private_last || !set->machine->machine.cache[LEVEL_LL].ways)
		return false;
	for (i = 0; i < n; i++)
		if (task[i].pid && task[i].tid != task[i].pid)
			return true;
	return false;
}

int modelled_note(const struct pmc_set *set, const struct shared *shared, size_t *index,
		  struct pmc_note *note)
{
	const struct emu_model *model = &shared->header->model;
	size_t n = 0;

	if (!(shared->header->flags & EMU_F_MODEL))
		return -ENOENT;
	memset(note, 0, sizeof(*note));
	note->pid = -1;
	note->kind = PMC_NOTE_WARNING;
	if (n++ == *index) {
		snprintf(note->text, sizeof(note->text),
			 "modelled: what the machine %.160s would count; a real processor counts "
			 "differently",
			 set->machine->text);
		return 0;
	}
	if (model->sampling.count && n++ == *index) {
		snprintf(note->text, sizeof(note->text),
			 "sampled: modelled in bursts, %.100s; the error is half the width of "
			 "a 95 %% interval",
			 set->machine->bursts.text);
		return 0;
	}
	if (!(__atomic_load_n(&model->flags, __ATOMIC_RELAXED) & EMU_MODEL_RAN) && n++ == *index) {
		snprintf(note->text, sizeof(note->text),
			 "nothing was modelled, since no program ran under the translator");
		return 0;
	}
	if (threads_shared(set, shared) && n++ == *index) {
		snprintf(note->text, sizeof(note->text),
			 "threads share the modelled last level, so its counts depend on their "
			 "order; --cache LL=private gives each its own");
		return 0;
	}
	*index -= n;
	return -ENOENT;
}
