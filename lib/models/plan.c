/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Finds the counters that a list of events gets on a model, or a rotation when they do not fit at
 * once.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/assign/pmu.h"
#include "core/base/diag.h"
#include "core/encode/encode.h"
#include "core/event/event.h"
#include "core/event/catalogue.h"
#include "core/event/parse.h"
#include "lib/base/diag.h"
#include "lib/models/model.h"
#include "pmc/pmc.h"

/* The working memory of a plan, allocated as one block. */
struct job {
	const struct pmc_model *model;
	struct assign_work work;
	struct assign_plan found;
	struct assign_rotation rotation;
	struct event event[ASSIGN_EVENTS];
	struct assign_event wanted[ASSIGN_EVENTS];
	const char *name[ASSIGN_EVENTS];
	u32 n;
};

void pmc_plan_destroy(struct pmc_plan *plan)
{
	if (!plan)
		return;
	free(plan->event);
	free(plan->counter);
	free(plan);
}

static int parse(struct job *job, const char *events, struct pmc_diag *diag)
{
	const struct pmu *pmu = &job->model->pmu;
	struct catalogues cats = { &pmu->model->events, 1, &job->model->index };
	struct encoding enc;
	struct diag why = { 0 };
	u32 i;
	int err;

	job->n = ASSIGN_EVENTS;
	err = pmc_event_parse(events, strlen(events), &cats, job->event, &job->n, &why);
	if (err == -PMC_CORE_ENOSPC)
		return diag_say(diag, -EINVAL, "a plan can have at most %u events", ASSIGN_EVENTS);
	for (i = 0; !err && i < job->n; i++) {
		err = pmc_encode(pmu, events, &job->event[i], 0, &enc, &why);
		if (err)
			break;
		pmc_assign_event(pmu, &enc, &job->event[i], &job->wanted[i]);
		/* An event that cascades begins to count when the event before it overflows. */
		if (enc.cascade && !i)
			return diag_say(
				diag, -EINVAL,
				"'%.*s' cascades, but there is no event before it whose overflow "
				"could start it",
				(int)job->event[i].typed.len, events + job->event[i].typed.at);
		job->wanted[i].after = enc.cascade ? (u8)i : 0;
	}
	if (!err)
		return 0;
	return diag_copy(diag, -EINVAL, &why);
}

static struct pmc_plan *allocate(const struct job *job, const char *events)
{
	struct pmc_plan *plan = calloc(1, sizeof(*plan));
	u32 i;

	if (!plan)
		return NULL;
	plan->model = job->model->pmu.model->name;
	plan->title = job->model->pmu.model->title;
	plan->n_events = job->n;
	plan->event = calloc(job->n + 1, sizeof(*plan->event));
	plan->counter = calloc((size_t)(job->n + 1) * (ASSIGN_SLICES + 1), sizeof(*plan->counter));
	if (!plan->event || !plan->counter) {
		pmc_plan_destroy(plan);
		return NULL;
	}
	for (i = 0; i < job->n; i++)
		snprintf(plan->event[i].name, sizeof(plan->event[i].name), "%.*s",
			 (int)job->event[i].typed.len, events + job->event[i].typed.at);
	return plan;
}

static void add_slice(struct job *job, struct pmc_plan *plan, u64 which)
{
	int *counter = plan->counter + plan->n_slices++ * job->n;
	u32 i;

	for (i = 0; i < job->n; i++)
		counter[i] = which >> i & 1 ? job->found.counter[i] : -1;
}

/* Fills in the plan. If no rotation is possible, fails with the sentence in why. */
static int fill(struct job *job, struct pmc_plan *plan, struct diag *why)
{
	const struct pmu *pmu = &job->model->pmu;
	u64 available = pmc_assign_counters(pmu);
	unsigned s;
	u32 i;
	int err;

	for (i = 0; i < job->n; i++)
		job->name[i] = plan->event[i].name;
	if (!pmc_assign(&job->work, job->wanted, job->n, available, &job->found)) {
		add_slice(job, plan, ~0ull);
		return 0;
	}
	pmc_assign_explain(pmu, &job->found, job->name, why);
	snprintf(plan->reason, sizeof(plan->reason), "%s", why->sentence);
	err = pmc_assign_rotate(&job->work, job->wanted, job->n, available, &job->rotation,
				&job->found);
	for (s = 0; !err && s < job->rotation.n; s++) {
		err = pmc_assign_some(&job->work, job->wanted, job->n, job->rotation.events[s],
				      available, &job->found);
		if (!err)
			add_slice(job, plan, job->rotation.events[s]);
	}
	if (err)
		pmc_assign_explain(pmu, &job->found, job->name, why);
	return err;
}

int pmc_plan_create(const struct pmc_model *model, const char *events, struct pmc_plan **plan,
		    struct pmc_diag *diag)
{
	struct job *job = calloc(1, sizeof(*job));
	struct pmc_plan *made = NULL;
	struct diag why = { 0 };
	int err;

	if (!job)
		return diag_say(diag, -ENOMEM, "out of memory");
	job->model = model;
	err = parse(job, events, diag);
	if (!err) {
		made = allocate(job, events);
		if (!made)
			err = diag_say(diag, -ENOMEM, "out of memory");
	}
	if (!err && fill(job, made, &why)) {
		err = diag_copy(diag, -ENOSPC, &why);
	}
	if (err)
		pmc_plan_destroy(made);
	else
		*plan = made;
	free(job);
	return err;
}
