/* SPDX-License-Identifier: BSD-2-Clause */
/* Counts become values: the differences of two readings. */
#include "cli/stat/report.h"

#include "cli/stat/job.h"
#include "cli/stat/options.h"
#include "cli/stat/reading.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int report_init(struct report *report, const struct stat_job *job, size_t n_rows)
{
	struct value *value;
	size_t i;

	memset(report, 0, sizeof(*report));
	report->job = job;
	report->runs = 1;
	report->row = calloc(1,
			     n_rows * (sizeof(*report->row) + job->n_events * sizeof(*value)) + 1);
	if (!report->row)
		return -ENOMEM;
	report->n_rows = n_rows;
	value = (struct value *)(report->row + n_rows);
	for (i = 0; i < n_rows; i++)
		report->row[i].value = value + i * job->n_events;
	return 0;
}

/* The row of the same CPU, thread or process in an earlier reading; NULL: it did not exist yet. */
static const struct reading_row *same_row(const struct reading *before, size_t i,
					  const struct reading_row *row)
{
	size_t k;

	for (k = 0; k < before->n_rows; k++) {
		/* Rows stand in the order in which they began, so it is usually the same index. */
		const struct reading_row *r = &before->row[(i + k) % before->n_rows];

		if (r->cpu == row->cpu && r->pid == row->pid && r->tid == row->tid)
			return r;
	}
	return NULL;
}

/* What one counter counted between two readings (before NULL: since the beginning). */
static void take_difference(const struct pmc_set_event *event, struct value *value,
			    const struct pmc_count *now, const struct pmc_count *before)
{
	static const struct pmc_count zero;
	const struct pmc_count *from = before ? before : &zero;
	uint64_t seen = now->seen - from->seen;

	value->state = now->state;
	value->quality = now->quality;
	value->error = now->error;
	/* An event that never got a counter has an enabled time too: it waited for one. */
	value->enabled_ns = now->enabled_ns - from->enabled_ns;
	value->running_ns = now->running_ns - from->running_ns;
	if (now->state != PMC_COUNTED)
		return;
	if (!before || event->flags & PMC_EVENT_PEAK) {
		value->mean = (double)now->value;
		value->only = now->value;
		return;
	}
	/* Scale an interval by its own times, not by those since the beginning. */
	value->mean = (double)seen;
	value->only = seen;
	if (!value->running_ns) {
		if (!seen)
			value->state = PMC_NOT_COUNTED;
		return;
	}
	if (value->running_ns < value->enabled_ns) {
		value->mean = value->mean * (double)value->enabled_ns / (double)value->running_ns;
		value->only = (uint64_t)value->mean;
	} else if (value->quality == PMC_SCALED) {
		value->quality = PMC_EXACT;
	}
}

/* The same, as the value of a single run. */
static void difference(const struct pmc_set_event *event, struct value *value,
		       const struct pmc_count *now, const struct pmc_count *before)
{
	take_difference(event, value, now, before);
	if (value->state != PMC_COUNTED)
		return;
	value->each = &value->only;
	value->n_each = 1;
	value->min = value->max = value->only;
}

int report_init_reading(struct report *report, const struct stat_job *job,
			const struct reading *now, const struct reading *before)
{
	size_t i, j;

	if (report_init(report, job, now->n_rows))
		return -ENOMEM;
	for (i = 0; i < now->n_rows; i++) {
		const struct reading_row *row = &now->row[i];
		const struct reading_row *old = before ? same_row(before, i, row) : NULL;
		struct report_row *to = &report->row[i];

		to->cpu = row->cpu;
		to->cpus = row->cpus;
		to->pid = row->pid;
		to->tid = row->tid;
		memcpy(to->name, row->name, sizeof(to->name));
		for (j = 0; j < job->n_events; j++)
			difference(&job->event[j], &to->value[j], &row->count[j],
				   old ? &old->count[j] : NULL);
	}
	return 0;
}

void report_deinit(struct report *report)
{
	free(report->row);
	memset(report, 0, sizeof(*report));
}

/* The key that orders rows: those without a count come after 0. */
static double rank(const struct report_row *row, size_t event)
{
	return row->value[event].state == PMC_COUNTED ? row->value[event].mean : -1;
}

static size_t order_rows(const struct report *report, size_t event, size_t *order)
{
	bool by_value = report->job->opt->by >= ROWS_THREAD;
	/* As in perf: of all threads of the system, print only those that counted something. */
	bool skip = by_value && report->job->opt->all_cpus;
	size_t n = 0, i, j;

	for (i = 0; i < report->n_rows; i++) {
		double x = rank(&report->row[i], event);

		if (skip && x <= 0)
			continue;
		for (j = n; by_value && j > 0 && rank(&report->row[order[j - 1]], event) < x; j--)
			order[j] = order[j - 1];
		order[by_value ? j : n] = i;
		n++;
	}
	return n;
}

/* As in perf: all events of one core stand together, but all CPUs of one event under -A. */
static bool by_place(const struct report *report)
{
	enum rows_by by = report->job->opt->by;

	return by > ROWS_CPU && by < ROWS_THREAD;
}

void report_each(const struct report *report, const size_t *events, report_line *line, void *data)
{
	size_t *order = calloc(report->n_rows + 1, sizeof(*order));
	size_t n_events = report->job->n_events, i, k, n, event;

	if (!order)
		return;
	for (i = 0; by_place(report) && i < report->n_rows; i++)
		for (k = 0; k < n_events; k++)
			line(report, &report->row[i], events ? events[k] : k, data);
	for (i = 0; !by_place(report) && i < n_events; i++) {
		event = events ? events[i] : i;
		n = order_rows(report, event, order);
		for (k = 0; k < n; k++)
			line(report, &report->row[order[k]], event, data);
	}
	free(order);
}

void report_row_name(const struct report *report, const struct report_row *row, char *text,
		     size_t size)
{
	switch (report->job->opt->by) {
	case ROWS_TOTAL:
		text[0] = 0;
		return;
	case ROWS_CPU:
		snprintf(text, size, "CPU%d", row->cpu);
		return;
	case ROWS_CORE:
	case ROWS_DIE:
	case ROWS_SOCKET:
	case ROWS_NODE:
		snprintf(text, size, "%s", row->name);
		return;
	case ROWS_THREAD:
		snprintf(text, size, "%s-%d", row->name, (int)row->tid);
		return;
	case ROWS_PROCESS:
		snprintf(text, size, "%s-%d", row->name, (int)row->pid);
		return;
	}
}

double value_running_percent(const struct value *value)
{
	if (!value->enabled_ns)
		return 100;
	return 100.0 * (double)value->running_ns / (double)value->enabled_ns;
}

double value_spread_percent(const struct value *value)
{
	return value->mean ? value->spread * 100 / value->mean : 0;
}

const char *value_mark(const struct value *value)
{
	if (value->state != PMC_COUNTED || value->quality == PMC_EXACT)
		return NULL;
	return pmc_quality_name(value->quality);
}

const char *report_mark(const struct report *report, size_t event)
{
	const char *mark = NULL;
	size_t i;

	for (i = 0; i < report->n_rows && !mark; i++)
		mark = value_mark(&report->row[i].value[event]);
	return mark;
}

const char *value_missing(const struct value *value)
{
	switch (value->state) {
	case PMC_NOT_COUNTED:
		return "<not counted>";
	case PMC_NOT_SUPPORTED:
		return "<not supported>";
	default:
		return NULL;
	}
}
