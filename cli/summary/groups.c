/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A metric joins the first group that has room for those of its events that the group does not
 * have yet. The model's counters decide first whether there is room, and then the backend. So one
 * run counts all events of a metric, all the time.
 */
#include "cli/summary/groups.h"

#include "cli/run/fit.h"
#include "cli/summary/job.h"
#include "cli/summary/measure.h"
#include "cli/summary/options.h"
#include "cli/ui/complain.h"
#include "cli/ui/status.h"

#include <errno.h>
#include <pmc/pmc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int no_memory(void)
{
	complain("out of memory");
	return STATUS_FAILED;
}

/* ---- Is there room? ---- */

static struct fit fit_of(const struct summary_job *job)
{
	return (struct fit){ job->model, job->probe };
}

/* Can all of these events be counted at once? 0 or -errno. */
static int check_fit(const struct summary_job *job, const char *text, size_t n,
		     struct pmc_diag *diag)
{
	const struct fit fit = fit_of(job);
	struct pmc_set *set;
	int err = fit_plan(&fit, text, diag);

	if (err || !job->pmc)
		return err;
	err = summary_job_new_set(job, text, &set, diag);
	if (err)
		return err;
	pmc_set_destroy(set);
	return fit_probe(&fit, text, n, diag);
}

/* ---- Groups ---- */

static const char *event_of(const struct pmc_metric *m, unsigned i)
{
	return i < PMC_METRIC_TERMS ? m->above[i] : m->below[i - PMC_METRIC_TERMS];
}

/* The event's index in the group, which gets it if it does not have it yet. */
static int add_event(struct event_group *group, const char *event)
{
	size_t i;

	for (i = 0; i < group->n_events; i++)
		if (!strcmp(group->event[i], event))
			return (int)i;
	group->event[group->n_events++] = event;
	return (int)i;
}

/* Adds a metric's events. 0; -ENOMEM; another error: no room, and the group stays as it was. */
static int join(struct summary_job *job, struct event_group *group, struct measure *m,
		struct pmc_diag *diag)
{
	size_t before = group->n_events;
	const char **grown = realloc(group->event, (before + MEASURE_EVENTS) * sizeof(*grown));
	const struct fit fit = fit_of(job);
	char *text;
	unsigned i;
	int err;

	if (!grown)
		return -ENOMEM;
	group->event = grown;
	for (i = 0; i < MEASURE_EVENTS; i++) {
		const char *event = event_of(&m->metric, i);

		m->at[i] = event ? add_event(group, event) : -1;
	}
	if (group->n_events > before || !group->text) {
		text = fit_text(&fit, group->event, group->n_events);
		err = text ? check_fit(job, text, group->n_events, diag) : -ENOMEM;
		if (err) {
			free(text);
			group->n_events = before;
			return err;
		}
		free(group->text);
		group->text = text;
	}
	m->group = (int)(group - job->group);
	return 0;
}

/* Finds a group for the metric, or makes one; else gives it a reason. Returns 0 or -ENOMEM. */
static int place(struct summary_job *job, struct measure *m)
{
	struct event_group *grown, *group;
	struct pmc_diag diag = { 0 };
	size_t i;
	int err;

	for (i = 0; i < job->n_groups; i++) {
		err = join(job, &job->group[i], m, &diag);
		if (!err || err == -ENOMEM)
			return err;
	}
	grown = realloc(job->group, (job->n_groups + 1) * sizeof(*grown));
	if (!grown)
		return -ENOMEM;
	job->group = grown;
	group = &job->group[job->n_groups];
	memset(group, 0, sizeof(*group));
	err = join(job, group, m, &diag);
	if (!err) {
		job->n_groups++;
		return 0;
	}
	free(group->event);
	snprintf(m->reason, sizeof(m->reason), "%s", diag.sentence);
	return err == -ENOMEM ? err : 0;
}

/* ---- Metrics ---- */

static int metric_at(const struct summary_job *job, size_t index, struct pmc_metric *metric)
{
	if (job->pmc)
		return pmc_metric_at(job->pmc, index, metric);
	return pmc_model_metric_at(job->model, index, metric);
}

/* Returns 0 or -ENOMEM. */
static int add_measure(struct summary_job *job, const struct pmc_metric *metric)
{
	struct measure *m, *grown;

	grown = realloc(job->measure, (job->n_measures + 1) * sizeof(*grown));
	if (!grown)
		return -ENOMEM;
	job->measure = grown;
	m = &grown[job->n_measures++];
	memset(m, 0, sizeof(*m));
	m->metric = *metric;
	m->group = -1;
	if (metric->missing) {
		snprintf(m->reason, sizeof(m->reason), "%s", metric->missing);
		return 0;
	}
	/* Nearly every PMU has one of these two metrics; both divide by instructions. */
	if (!job->instructions &&
	    (!strcmp(metric->name, "cpi") || !strcmp(metric->name, "branches")))
		job->instructions = metric->below[0];
	return place(job, m);
}

/*
 * Says why no metric can be measured. Takes the reason of a metric that has a formula, if there is
 * one.
 */
static const char *nothing_reason(const struct summary_job *job)
{
	size_t i;

	for (i = 0; i + 1 < job->n_measures && job->measure[i].metric.missing; i++)
		;
	return job->measure[i].reason;
}

int summary_groups_make(struct summary_job *job)
{
	struct pmc_metric metric;
	size_t i;
	int err;

	for (i = 0; !(err = metric_at(job, i, &metric)); i++)
		if (add_measure(job, &metric))
			return no_memory();
	if (err != -ENOENT) {
		complain("cannot find the metrics of this processor: %s", strerror(-err));
		return STATUS_FAILED;
	}
	if (job->n_groups || job->opt->model)
		return 0;
	complain("nothing can be measured here: %s", nothing_reason(job));
	return STATUS_FAILED;
}
