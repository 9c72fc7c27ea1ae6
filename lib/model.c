/* SPDX-License-Identifier: BSD-2-Clause */
/* Models of PMUs: listed, found by name or by CPUID, and the events of their catalogues. */
#include <cpuid.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/model.h"

void model_diag(struct pmc_diag *to, const struct diag *from)
{
	if (!to)
		return;
	_Static_assert(sizeof(to->token) >= sizeof(from->token), "tokens fit");
	_Static_assert(sizeof(to->sentence) >= sizeof(from->sentence), "sentences fit");
	to->column = from->column;
	memcpy(to->token, from->token, sizeof(from->token));
	memcpy(to->sentence, from->sentence, sizeof(from->sentence));
}

/* Every leaf that core/model.c asks for. */
static int here(struct pmu *pmu)
{
	static const u32 wanted[][2] = {
		{ 0, 0 }, { 1, 0 }, { 7, 0 }, { 7, 1 }, { 0xa, 0 }, { 0x1a, 0 }, { 0x23, 0 },
		{ 0x23, 1 }, { 0x23, 3 }, { 0x40000000, 0 }, { 0x80000001, 0 }, { 0x80000022, 0 },
	};
	struct cpuid_leaf leaves[ARRAY_SIZE(wanted)];
	u32 n = 0, i;

	for (i = 0; i < ARRAY_SIZE(wanted); i++) {
		struct cpuid_leaf *l = &leaves[n];

		l->leaf = wanted[i][0];
		l->subleaf = wanted[i][1];
		if (l->leaf == 0x40000000) {
			/* Outside the ranges that have a maximum; only there under a hypervisor. */
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

/* The PMU of a name, of what stands before "::" in it, or of this machine. */
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
		why.column = 0; /* the name is no part of an event string */
		model_diag(diag, &why);
		return -ENOENT;
	}
	pmc_pmu_of_model(model, pmu);
	return 0;
}

static int index_names(struct pmc_model *m)
{
	const struct catalogue *c = m->pmu.model->events;

	m->names = malloc(pmc_index_size(c));
	if (!m->names)
		return -ENOMEM;
	pmc_index_build(&m->index, m->names, c);
	return 0;
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
		/* In a virtual machine CPUID may announce no counter; events can be explained still. */
		if (!m->pmu.general && !m->pmu.fixed)
			pmc_pmu_of_model(m->pmu.model, &m->pmu);
		if (events_file)
			err = events_file_read(m, events_file, diag);
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
	free(model);
}

bool model_row(const struct pmu *pmu, size_t index, u32 *row)
{
	const struct catalogue *c = pmu->model->events;
	const char *name;
	u32 i;

	for (i = 0; (name = c->event(c, i)); i++) {
		if (name[0] && !index--) {
			*row = i;
			return true;
		}
	}
	return false;
}

static void describe(const struct pmu *pmu, struct pmc_model_info *info)
{
	u32 row;

	memset(info, 0, sizeof(*info));
	info->name = pmu->model->name;
	info->title = pmu->model->title;
	info->version = pmu->version;
	info->counters = pmu->general | (uint64_t)pmu->fixed << 32;
	info->general_width = pmu->general_width;
	info->fixed_width = pmu->fixed_width;
	while (model_row(pmu, info->events, &row))
		info->events++;
}

int pmc_model_at(size_t index, struct pmc_model_info *info)
{
	const struct pmu_model *m = index < 0xffffffffu ? pmc_model_row((u32)index) : NULL;
	struct pmu pmu;

	if (!m)
		return -ENOENT;
	pmc_pmu_of_model(m, &pmu);
	describe(&pmu, info);
	return 0;
}

void pmc_model_info(const struct pmc_model *model, struct pmc_model_info *info)
{
	describe(&model->announced, info);
}

/* The counters of an event by its row; what modifiers change is not seen here. */
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
	if (!(row->flags & ROW_FIXED))
		counters = row->counters ? row->counters & pmu->general : pmu->general;
	if (row->fixed && pmu->fixed >> (row->fixed - 1) & 1)
		counters |= 1ull << FIXED_COUNTER(row->fixed - 1);
	return counters;
}

static u32 umasks_of(const struct pmu *pmu, u32 row)
{
	const struct catalogue *c = pmu->model->events;
	const char *name;
	u32 j, n = 0;

	for (j = 0; (name = c->umask(c, row, j)); j++)
		n += name[0] != 0;
	return n;
}

int pmc_model_event_at(const struct pmc_model *model, size_t index, struct pmc_model_event *event)
{
	const struct pmu *pmu = &model->pmu;
	const struct model_event *r;
	u32 row;

	if (!model_row(pmu, index, &row))
		return -ENOENT;
	r = pmc_list_row(pmu->model->events, row);
	event->name = r->name;
	event->description = r->about;
	event->counters = counters_of(pmu, r);
	event->umasks = umasks_of(pmu, row);
	return 0;
}

int pmc_model_umask_at(const struct pmc_model *model, size_t index, unsigned umask,
		       struct pmc_model_event *event)
{
	const struct catalogue *c = model->pmu.model->events;
	const char *name;
	u32 row, j;

	if (!model_row(&model->pmu, index, &row))
		return -ENOENT;
	for (j = 0; (name = c->umask(c, row, j)); j++) {
		if (!name[0] || umask--)
			continue;
		memset(event, 0, sizeof(*event));
		event->name = name;
		event->description = pmc_list_row(c, row)->umask[j].about;
		return 0;
	}
	return -ENOENT;
}
