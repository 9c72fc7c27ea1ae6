/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Lists models of PMUs, opens them by name or by CPUID, and lists the events of their catalogues.
 */
#include <cpuid.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/diag.h"
#include "core/encode/encode.h"
#include "core/models/cpuid.h"
#include "core/models/model.h"
#include "core/pmu/constraint.h"
#include "core/pmu/p4.h"
#include "core/pmu/registers.h"
#include "core/pmu/regs.h"
#include "lib/base/array.h"
#include "lib/base/diag.h"
#include "lib/models/events.h"
#include "lib/models/events_file.h"
#include "lib/models/info.h"
#include "lib/models/manual.h"
#include "lib/models/model.h"
#include "lib/models/note.h"
#include "lib/models/producer.h"
#include "lib/models/pfm.h"
#include "pmc/pmc.h"

/* Reads every CPUID leaf that core/models/cpuid.c uses. */
static int here(struct pmu *pmu)
{
	static const u32 wanted[][2] = {
		{ 0, 0 },    { 1, 0 },		{ 7, 0 },	   { 7, 1 },
		{ 0xa, 0 },  { 0x1a, 0 },	{ 0x23, 0 },	   { 0x23, 1 },
		{ 0x23, 3 }, { 0x40000000, 0 }, { 0x80000001, 0 }, { 0x80000022, 0 },
	};
	struct cpuid_leaf leaves[ARRAY_SIZE(wanted)];
	u32 n = 0, i;

	for (i = 0; i < ARRAY_SIZE(wanted); i++) {
		struct cpuid_leaf *l = &leaves[n];

		l->leaf = wanted[i][0];
		l->subleaf = wanted[i][1];
		if (l->leaf == 0x40000000) {
			/*
			 * This leaf is outside the ranges that have a maximum, and exists only
			 * under a hypervisor.
			 */
			if (!(leaves[1].c >> 31))
				continue;
			__cpuid_count(l->leaf, l->subleaf, l->a, l->b, l->c, l->d);
		} else if (!__get_cpuid_count(l->leaf, l->subleaf, &l->a, &l->b, &l->c, &l->d)) {
			continue;
		}
		n++;
	}
	return pmc_pmu_of_cpuid(leaves, n, pmu, NULL) ? -ENOENT : 0;
}

/* Finds the PMU by name (up to a "::"), or that of this machine. */
static int choose(const char *name, struct pmu *pmu, struct pmc_diag *diag)
{
	const struct pmu_model *model;
	struct diag why = { 0 };
	const char *colons;

	if (!name) {
		if (here(pmu))
			return diag_say(diag, -ENOENT, "this processor has no CPUID");
		return 0;
	}
	colons = strstr(name, "::");
	model = pmc_model_find(name, colons ? (size_t)(colons - name) : strlen(name), &why);
	if (!model) {
		why.column = 0; /* the name is not part of an event string */
		return diag_copy(diag, -ENOENT, &why);
	}
	pmc_pmu_of_model(model, pmu);
	return 0;
}

/* Adds the events of a file and those of libpfm4. */
static int add_events(struct pmc_model *m, const char *events_file, struct pmc_diag *diag)
{
	bool pfm = pfm_pmu_of(m->pmu.model);
	int err;

	if (!events_file && !pfm)
		return 0;
	err = model_events_begin(m);
	if (!err && events_file) {
		err = events_file_read(m, events_file, diag);
		if (err)
			return err;
	}
	if (!err && pfm)
		err = pfm_append(m);
	if (!err)
		err = model_events_end(m);
	return err ? diag_say(diag, err, "out of memory") : 0;
}

/* Is it a row of this model, and not one that continues the row before it? */
static bool is_shown(const struct catalogue *c, u32 row)
{
	return c->event(c, row)[0] && !(pmc_list_row(c, row)->flags & ROW_MORE);
}

static int index_names(struct pmc_model *m)
{
	const struct catalogue *c = m->pmu.model->events;
	size_t size = pmc_index_size(c);
	u32 i, n = 0;

	while (c->event(c, n))
		n++;
	m->names = malloc(size + n * sizeof(*m->shown));
	if (!m->names)
		return -ENOMEM;
	pmc_index_build(&m->index, m->names, c);
	m->shown = (u32 *)((char *)m->names + size);
	for (i = 0; i < n; i++)
		if (is_shown(c, i))
			m->shown[m->n_shown++] = i;
	return 0;
}

/*
 * In a virtual machine CPUID may announce no counter. Its events can still be encoded for the
 * typical PMU.
 */
static void take_typical(struct pmu *pmu)
{
	if (!pmu->general && !pmu->fixed)
		pmc_pmu_of_model(pmu->model, pmu);
}

int model_pmu_here(struct pmu *pmu)
{
	int err = here(pmu);

	if (!err)
		take_typical(pmu);
	return err;
}

int pmc_model_open(const char *name, const char *events_file, struct pmc_model **model,
		   struct pmc_diag *diag)
{
	struct pmc_model *m = calloc(1, sizeof(*m));
	int err;

	if (!m)
		return diag_say(diag, -ENOMEM, "out of memory");
	err = choose(name, &m->announced, diag);
	if (!err) {
		m->pmu = m->announced;
		take_typical(&m->pmu);
		err = add_events(m, events_file, diag);
	}
	if (!err && index_names(m))
		err = diag_say(diag, -ENOMEM, "out of memory");
	if (err) {
		pmc_model_close(m);
		return err;
	}
	*model = m;
	return 0;
}

void pmc_model_close(struct pmc_model *model)
{
	if (!model)
		return;
	free(model->names);
	free(model->row);
	free(model->text);
	free(model->pfm);
	free(model);
}

static void describe(const struct pmu *pmu, struct pmc_model_info *info)
{
	memset(info, 0, sizeof(*info));
	info->name = pmu->model->name;
	info->title = pmu->model->title;
	info->version = pmu->version;
	info->counters = pmu->general | (uint64_t)pmu->fixed << 32;
	info->general_width = pmu->general_width;
	info->fixed_width = pmu->fixed_width;
	info->family = model_family(pmu);
	info->rules = model_rules(pmu);
	info->libpfm4 = pfm_pmu_of(pmu->model);
	info->manual = manual_of(pmu);
}

int pmc_model_at(size_t index, struct pmc_model_info *info)
{
	const struct pmu_model *m = index < 0xffffffffu ? pmc_model_row((u32)index) : NULL;
	const struct catalogue *c;
	struct pmu pmu;
	u32 i;

	if (!m)
		return -ENOENT;
	pmc_pmu_of_model(m, &pmu);
	describe(&pmu, info);
	c = m->events;
	for (i = 0; c->event(c, i); i++)
		info->events += is_shown(c, i);
	info->events += pfm_count(m);
	return 0;
}

void pmc_model_info(const struct pmc_model *model, struct pmc_model_info *info)
{
	describe(&model->announced, info);
	info->events = model->n_shown;
}

/* The select register of a row, as far as the rules depend on it. */
static uint64_t select_of(const struct model_event *row, u32 umask)
{
	return (row->code & 0xffu) | (uint64_t)(row->code >> 8) << 32 |
	       (uint64_t)(umask & 0xff) << 8 | (uint64_t)(umask >> 8) << 40 |
	       (uint64_t)row->cmask << EVTSEL_CMASK_SHIFT;
}

/* Which general counters the manual allows for an event, with any of its unit masks. */
static u32 by_rules(const struct pmu *pmu, const struct model_event *row)
{
	u32 can = 0, j;

	if (!(row->flags & ROW_NEEDS_UMASK))
		can = pmc_constraint_counters(pmu, row->wide ? row->wide->alone.select :
							       select_of(row, row->plain));
	for (j = 0; j < row->n_umasks; j++)
		can |= pmc_constraint_counters(pmu, row->wide ? row->wide->umask[j].own.select :
								select_of(row, row->umask[j].bits));
	return can;
}

static bool has_evtsel(const struct pmu *pmu)
{
	return pmu->family == PMU_P6 || pmu->family == PMU_AMD || pmu->family == PMU_ARCH;
}

int pmc_model_wire_at(const struct pmc_model *model, size_t index, struct pmc_model_wire *wire)
{
	const struct p4_escr_row *row;
	struct pmu_reg_at at;
	u32 i;

	for (i = 0; model->pmu.family == PMU_P4 && i < P4_ESCRS; i++) {
		row = &pmc_p4_escr[i];
		/* Later models lack two of them. */
		if (!pmc_pmu_reg_at(&model->pmu, row->address, &at) || index--)
			continue;
		snprintf(wire->escr, sizeof(wire->escr), "%s", row->name);
		wire->address = row->address;
		wire->counters = row->counters;
		wire->select = row->select;
		return 0;
	}
	return -ENOENT;
}

/* The counters of an event according to its row, without modifiers. */
static uint64_t counters_of(const struct pmu *pmu, const struct model_event *row)
{
	uint64_t counters = 0;
	int i;

	if (pmu->family == PMU_P4) {
		for (i = 0; i < 2; i++)
			if (row->escr[i] < P4_ESCRS)
				counters |= pmc_p4_escr[row->escr[i]].counters;
		return counters;
	}
	if (!(row->flags & ROW_FIXED)) {
		counters = row->counters ? row->counters & pmu->general : pmu->general;
		if (has_evtsel(pmu))
			counters &= by_rules(pmu, row);
	}
	if (row->fixed && pmu->fixed >> (row->fixed - 1) & 1)
		counters |= 1ull << FIXED_COUNTER(row->fixed - 1);
	return counters;
}

/*
 * Finds unit mask number *umask in row *i or in the rows that continue it. Sets *i and *umask to
 * the row and the number in that row.
 */
static const char *umask_at(const struct catalogue *c, u32 *i, u32 *umask)
{
	const struct model_event *r;
	const char *name;
	u32 j;

	do {
		for (j = 0; (name = c->umask(c, *i, j)); j++)
			if (name[0] && !(*umask)--) {
				*umask = j;
				return name;
			}
		r = pmc_list_row(c, ++*i);
	} while (r && r->flags & ROW_MORE);
	return NULL;
}

static u32 umasks_of(const struct catalogue *c, u32 row)
{
	const struct model_event *r;
	const char *name;
	u32 j, n = 0;

	do {
		for (j = 0; (name = c->umask(c, row, j)); j++)
			n += name[0] != 0;
		r = pmc_list_row(c, ++row);
	} while (r && r->flags & ROW_MORE);
	return n;
}

static const char *source_of(const struct pmc_model *m, const struct model_event *r)
{
	if (r->wide)
		return "libpfm4";
	return m->text && r->name >= m->text && r->name < m->text + m->text_size ? "file" : "pmc";
}

int pmc_model_event_at(const struct pmc_model *model, size_t index, struct pmc_model_event *event)
{
	const struct pmu *pmu = &model->pmu;
	const struct model_event *r;

	if (index >= model->n_shown)
		return -ENOENT;
	r = pmc_list_row(pmu->model->events, model->shown[index]);
	event->name = r->name;
	event->description = r->about;
	event->counters = counters_of(pmu, r);
	event->umasks = umasks_of(pmu->model->events, model->shown[index]);
	event->source = source_of(model, r);
	event->note = note_of(pmu, r->name);
	event->unit = producer_of(r);
	event->manual = strcmp(event->source, "file") ? manual_of_event(pmu, r) : NULL;
	return 0;
}

int pmc_model_umask_at(const struct pmc_model *model, size_t index, unsigned umask,
		       struct pmc_model_event *event)
{
	const struct catalogue *c = model->pmu.model->events;
	const char *name;
	u32 row;

	if (index >= model->n_shown)
		return -ENOENT;
	row = model->shown[index];
	name = umask_at(c, &row, &umask);
	if (!name)
		return -ENOENT;
	memset(event, 0, sizeof(*event));
	event->name = name;
	event->description = pmc_list_row(c, row)->umask[umask].about;
	event->source = source_of(model, pmc_list_row(c, row));
	return 0;
}
