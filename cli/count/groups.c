/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * An event joins the first group that has room for it. Those that few counters can count come
 * first, so that events for one counter alone do not meet in the end with no room left elsewhere:
 * on a PMU of two counters this takes as few runs as possible.
 */
#include "cli/count/groups.h"

#include "cli/count/job.h"

#include <errno.h>
#include <pmc/pmc.h>
#include <stdlib.h>
#include <string.h>

long groups_add_event(struct count_job *job, const char *name)
{
	struct counted *grown;
	size_t i;

	for (i = 0; i < job->n_events; i++)
		if (!strcmp(job->event[i].name, name))
			return (long)i;
	grown = realloc(job->event, (job->n_events + 1) * sizeof(*grown));
	if (!grown)
		return -ENOMEM;
	job->event = grown;
	memset(&grown[i], 0, sizeof(*grown));
	grown[i].name = name;
	grown[i].group = -1;
	job->n_events++;
	return (long)i;
}

/* The members of a group and one more as an event string. */
static char *text_with(const struct count_job *job, const struct count_group *group, size_t more)
{
	const char **name = calloc(group->n + 1, sizeof(*name));
	char *text = NULL;
	size_t i;

	if (!name)
		return NULL;
	for (i = 0; i < group->n; i++)
		name[i] = job->event[group->member[i]].name;
	name[i] = job->event[more].name;
	text = fit_text(&job->fit, name, group->n + 1);
	free(name);
	return text;
}

static int check(const struct count_job *job, const char *text, size_t n, struct pmc_diag *diag)
{
	struct pmc_set *set;
	int err = fit_plan(&job->fit, text, diag);

	if (err || !job->pmc)
		return err;
	err = pmc_set_create(job->pmc, text, PMC_SET_INHERIT, &set, diag);
	if (err)
		return err;
	pmc_set_destroy(set);
	return fit_probe(&job->fit, text, n, diag);
}

/* 0; -ENOMEM; another error: there is no room, and the group stays as it was. */
static int join(struct count_job *job, struct count_group *group, size_t event,
		struct pmc_diag *diag)
{
	size_t *grown = realloc(group->member, (group->n + 1) * sizeof(*grown));
	char *text;
	int err;

	if (!grown)
		return -ENOMEM;
	group->member = grown;
	text = text_with(job, group, event);
	err = text ? check(job, text, group->n + 1, diag) : -ENOMEM;
	if (err) {
		free(text);
		return err;
	}
	free(group->text);
	group->text = text;
	job->event[event].group = (int)(group - job->group);
	job->event[event].place = group->n;
	group->member[group->n++] = event;
	return 0;
}

/* Finds a group for the event, or makes one; else the event gets the reason. */
static int place(struct count_job *job, size_t event)
{
	struct count_group *grown, *group;
	struct pmc_diag diag = { 0 };
	size_t i;
	int err;

	for (i = 0; i < job->n_groups; i++) {
		err = join(job, &job->group[i], event, &diag);
		if (!err || err == -ENOMEM)
			return err;
	}
	grown = realloc(job->group, (job->n_groups + 1) * sizeof(*grown));
	if (!grown)
		return -ENOMEM;
	job->group = grown;
	group = &grown[job->n_groups];
	memset(group, 0, sizeof(*group));
	err = join(job, group, event, &diag);
	if (!err) {
		job->n_groups++;
		return 0;
	}
	free(group->member);
	job->event[event].refused = strdup(diag.sentence);
	return err == -ENOMEM || !job->event[event].refused ? -ENOMEM : 0;
}

/* How many counters can count it; 64: nothing limits it, or it is refused later. */
static int choices(const struct count_job *job, const char *name)
{
	struct pmc_encoding *e;
	int n = 64;

	if (job->model && !pmc_encoding_create(job->model, name, -1, 0, &e, NULL)) {
		n = __builtin_popcountll(e->counters);
		pmc_encoding_destroy(e);
	}
	return n;
}

int groups_make(struct count_job *job)
{
	int *n = calloc(job->n_events + 1, sizeof(*n));
	int err = n ? 0 : -ENOMEM, least;
	size_t i;

	for (i = 0; i < job->n_events && !err; i++)
		n[i] = choices(job, job->event[i].name);
	for (least = 1; least <= 64 && !err; least++)
		for (i = 0; i < job->n_events && !err; i++)
			if (n[i] == least)
				err = place(job, i);
	free(n);
	return err;
}

void groups_deinit(struct count_job *job)
{
	size_t i;

	for (i = 0; i < job->n_groups; i++) {
		free(job->group[i].member);
		free(job->group[i].text);
	}
	for (i = 0; i < job->n_events; i++)
		free(job->event[i].refused);
	free(job->group);
	free(job->event);
}
