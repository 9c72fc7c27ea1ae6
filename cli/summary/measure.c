/* SPDX-License-Identifier: BSD-2-Clause */
/* Counts become values of metrics. */
#include "cli/summary/measure.h"

#include "cli/summary/job.h"
#include "cli/summary/options.h"

#include <stdio.h>
#include <string.h>

/* One sum of a formula, above or below the line. */
struct term {
	double value;
	bool counted;
	enum pmc_quality quality; /* the worst of its counts */
};

static void add_counts(struct term *term, const struct pmc_count *count, const int *at)
{
	unsigned i;

	term->value = 0;
	term->counted = true;
	term->quality = PMC_EXACT;
	for (i = 0; i < PMC_METRIC_TERMS; i++) {
		if (at[i] < 0)
			continue;
		term->counted &= count[at[i]].state == PMC_COUNTED;
		if (count[at[i]].quality > term->quality)
			term->quality = count[at[i]].quality;
		term->value += (double)count[at[i]].value;
	}
}

static void add_value(struct measure *m, const struct pmc_count *count)
{
	struct term above, below;
	bool counted;

	add_counts(&above, count, m->at);
	add_counts(&below, count, m->at + PMC_METRIC_TERMS);
	counted = above.counted && below.counted;
	if (above.quality > m->quality)
		m->quality = above.quality;
	if (below.quality > m->quality)
		m->quality = below.quality;
	m->empty |= counted && !below.value;
	if (counted && below.value)
		average_add(&m->value, m->metric.scale * above.value / below.value);
}

/* The number of instructions tells whether the runs were alike. */
static void add_instructions(struct summary_job *job, const struct event_group *group,
			     const struct pmc_count *count)
{
	size_t i;

	for (i = 0; job->instructions && i < group->n_events; i++) {
		double n = (double)count[i].value;

		if (strcmp(group->event[i], job->instructions) || count[i].state != PMC_COUNTED)
			continue;
		job->least = !job->n_instructions.n || n < job->least ? n : job->least;
		job->most = n > job->most ? n : job->most;
		average_add(&job->n_instructions, n);
	}
}

void measures_add(struct summary_job *job, const struct event_group *group,
		  const struct pmc_count *count, bool whole)
{
	size_t i;

	for (i = 0; i < job->n_measures; i++) {
		struct measure *m = &job->measure[i];

		if (m->group == group - job->group && (whole || !m->value.n))
			add_value(m, count);
	}
	if (whole)
		add_instructions(job, group, count);
}

const char *measure_missing(const struct summary_job *job, const struct measure *m)
{
	const struct event_group *group;

	if (m->value.n)
		return NULL;
	if (m->group < 0)
		return m->reason;
	group = &job->group[m->group];
	if (!job->opt->model && group->refused)
		return group->refused;
	if (!job->opt->model && !group->done)
		return "the runs ended before its events were counted";
	if (m->empty)
		return "its divisor was counted as 0";
	return job->notes.n ? "its events were not counted (see the notes)" :
			      "its events got no counters, because other users hold them";
}
