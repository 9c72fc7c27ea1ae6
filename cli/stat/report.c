/* SPDX-License-Identifier: BSD-2-Clause */
/* Counts become values: differences of two readings, and means over several runs. */
#include "cli/stat/stat.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---- Readings ---- */

static int reading_alloc(struct reading *reading, size_t n_rows, size_t n_events)
{
	size_t i;

	/* One block: the rows, then their counts. */
	reading->row = calloc(
		1, n_rows * (sizeof(*reading->row) + n_events * sizeof(struct pmc_count)) + 1);
	if (!reading->row)
		return -ENOMEM;
	reading->n_rows = n_rows;
	for (i = 0; i < n_rows; i++) {
		reading->row[i].count = (struct pmc_count *)(reading->row + n_rows) + i * n_events;
		reading->row[i].cpu = -1;
		reading->row[i].pid = reading->row[i].tid = -1;
	}
	return 0;
}

int reading_take(const struct plan *plan, struct reading *reading)
{
	static const enum pmc_by by[] = { [ROWS_CPU] = PMC_BY_CPU,
					  [ROWS_THREAD] = PMC_BY_THREAD,
					  [ROWS_PROCESS] = PMC_BY_PROCESS };
	struct pmc_rows *rows;
	size_t i;
	int err;

	memset(reading, 0, sizeof(*reading));
	if (plan->opt->by == ROWS_TOTAL) {
		err = reading_alloc(reading, 1, plan->n_events);
		if (err)
			return err;
		if (!plan->set)
			return 0;
		err = pmc_set_read(plan->set, reading->row[0].count, plan->n_events,
				   &reading->time_ns);
		if (err)
			reading_free(reading);
		return err;
	}
	err = pmc_set_read_rows(plan->set, by[plan->opt->by], &rows);
	if (err)
		return err;
	err = reading_alloc(reading, rows->n_rows, plan->n_events);
	for (i = 0; !err && i < rows->n_rows; i++) {
		struct reading_row *to = &reading->row[i];
		const struct pmc_row *from = &rows->row[i];

		to->cpu = from->cpu;
		to->pid = from->pid;
		to->tid = from->tid;
		memcpy(to->name, from->name, sizeof(to->name));
		to->name[sizeof(to->name) - 1] = 0;
		memcpy(to->count, from->counts, plan->n_events * sizeof(*to->count));
	}
	reading->time_ns = rows->time_ns;
	pmc_rows_destroy(rows);
	return err;
}

void reading_free(struct reading *reading)
{
	free(reading->row);
	memset(reading, 0, sizeof(*reading));
}

/* ---- Means ---- */

void average_add(struct average *average, double x)
{
	double off = x - average->mean;

	average->n++;
	average->mean += off / average->n;
	average->m2 += off * (x - average->mean);
}

/* The instruction itself: sqrt() would bring in libm for its errno. */
static double square_root(double x)
{
#ifdef __SSE2__
	__m128d v = _mm_set_sd(x);

	return _mm_cvtsd_f64(_mm_sqrt_sd(v, v));
#else
	__asm__("fsqrt" : "+t"(x));
	return x;
#endif
}

double average_spread(const struct average *average)
{
	return average->n < 2 ? 0 : square_root(average->m2 / (average->n - 1) / average->n);
}

int averages_add(struct averages *all, const struct report *one)
{
	size_t n = one->plan->n_events, i, j;

	if (!all->runs) {
		all->n_events = n;
		all->n_rows = one->n_rows;
		all->row = calloc(all->n_rows + 1, sizeof(*all->row));
		all->sum = calloc(all->n_rows * n + 1, sizeof(*all->sum));
		if (!all->row || !all->sum)
			return -ENOMEM;
		for (i = 0; i < all->n_rows; i++) {
			all->row[i] = one->row[i];
			all->row[i].value = calloc(n + 1, sizeof(struct value));
			if (!all->row[i].value) {
				all->n_rows = i;
				return -ENOMEM;
			}
			for (j = 0; j < n; j++)
				all->row[i].value[j].state = one->row[i].value[j].state;
		}
	}
	/* The rows are one, or the CPUs: the same in every run. */
	for (i = 0; i < all->n_rows && i < one->n_rows; i++) {
		for (j = 0; j < n; j++) {
			struct value *to = &all->row[i].value[j];
			const struct value *from = &one->row[i].value[j];

			to->enabled_ns += from->enabled_ns;
			to->running_ns += from->running_ns;
			if (from->quality > to->quality)
				to->quality = from->quality;
			if (from->state != PMC_COUNTED)
				continue;
			to->state = PMC_COUNTED;
			average_add(&all->sum[i * n + j], from->mean);
		}
	}
	average_add(&all->wall, one->wall_ns);
	all->runs++;
	return 0;
}

void averages_free(struct averages *all)
{
	size_t i;

	for (i = 0; i < all->n_rows; i++)
		free(all->row[i].value);
	free(all->row);
	free(all->sum);
	memset(all, 0, sizeof(*all));
}

/* ---- Reports ---- */

static int report_alloc(struct report *report, const struct plan *plan, size_t n_rows)
{
	struct value *value;
	size_t i;

	memset(report, 0, sizeof(*report));
	report->plan = plan;
	report->runs = 1;
	report->row = calloc(1,
			     n_rows * (sizeof(*report->row) + plan->n_events * sizeof(*value)) + 1);
	if (!report->row)
		return -ENOMEM;
	report->n_rows = n_rows;
	value = (struct value *)(report->row + n_rows);
	for (i = 0; i < n_rows; i++)
		report->row[i].value = value + i * plan->n_events;
	return 0;
}

/* The row of the same CPU, thread or process in an earlier reading; NULL: it was not there yet. */
static const struct reading_row *same_row(const struct reading *before, size_t i,
					  const struct reading_row *row)
{
	size_t k;

	for (k = 0; k < before->n_rows; k++) {
		/* Rows stand in the order in which they began: most often it is the same index. */
		const struct reading_row *r = &before->row[(i + k) % before->n_rows];

		if (r->cpu == row->cpu && r->pid == row->pid && r->tid == row->tid)
			return r;
	}
	return NULL;
}

/* What one counter did between two readings. */
static void difference(struct value *value, const struct pmc_count *now,
		       const struct pmc_count *before)
{
	static const struct pmc_count zero;
	uint64_t seen;

	if (!before)
		before = &zero;
	value->state = now->state;
	value->quality = now->quality;
	/* Also of what never got a counter: it waited for one all this time. */
	value->enabled_ns = now->enabled_ns - before->enabled_ns;
	value->running_ns = now->running_ns - before->running_ns;
	if (now->state != PMC_COUNTED)
		return;
	if (before == &zero) {
		value->mean = (double)now->value;
		return;
	}
	/* An interval is scaled by its own times, not by those since the beginning. */
	seen = now->seen - before->seen;
	if (!value->running_ns) {
		value->mean = (double)seen;
		if (!seen)
			value->state = PMC_NOT_COUNTED;
		return;
	}
	value->mean = (double)seen;
	if (value->running_ns < value->enabled_ns)
		value->mean = value->mean * (double)value->enabled_ns / (double)value->running_ns;
	else if (value->quality == PMC_SCALED)
		value->quality = PMC_EXACT;
}

int report_make(struct report *report, const struct plan *plan, const struct reading *now,
		const struct reading *before)
{
	size_t i, j;

	if (report_alloc(report, plan, now->n_rows))
		return -ENOMEM;
	for (i = 0; i < now->n_rows; i++) {
		const struct reading_row *row = &now->row[i];
		const struct reading_row *old = before ? same_row(before, i, row) : NULL;
		struct report_row *to = &report->row[i];

		to->cpu = row->cpu;
		to->pid = row->pid;
		to->tid = row->tid;
		memcpy(to->name, row->name, sizeof(to->name));
		for (j = 0; j < plan->n_events; j++)
			difference(&to->value[j], &row->count[j], old ? &old->count[j] : NULL);
	}
	return 0;
}

int report_average(struct report *report, const struct plan *plan, const struct averages *all)
{
	size_t i, j;

	if (report_alloc(report, plan, all->n_rows))
		return -ENOMEM;
	report->runs = all->runs;
	report->wall_ns = all->wall.mean;
	report->wall_spread_ns = average_spread(&all->wall);
	for (i = 0; i < all->n_rows; i++) {
		struct value *values = report->row[i].value;

		report->row[i] = all->row[i];
		report->row[i].value = values;
		for (j = 0; j < all->n_events; j++) {
			const struct average *sum = &all->sum[i * all->n_events + j];

			values[j] = all->row[i].value[j];
			values[j].mean = sum->mean;
			values[j].spread = average_spread(sum);
			values[j].enabled_ns /= all->runs;
			values[j].running_ns /= all->runs;
		}
	}
	return 0;
}

void report_free(struct report *report)
{
	free(report->row);
	memset(report, 0, sizeof(*report));
}

/* By what rows are ordered: what was not counted comes after 0. */
static double rank(const struct report_row *row, size_t event)
{
	return row->value[event].state == PMC_COUNTED ? row->value[event].mean : -1;
}

static size_t order_rows(const struct report *report, size_t event, size_t *order)
{
	bool by_value = report->plan->opt->by >= ROWS_THREAD;
	/* perf: of all threads of the system only those that did something are worth a line. */
	bool skip = by_value && report->plan->opt->all_cpus;
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

void report_each(const struct report *report, report_line *line)
{
	size_t *order = calloc(report->n_rows + 1, sizeof(*order));
	size_t i, k, n;

	if (!order)
		return;
	for (i = 0; i < report->plan->n_events; i++) {
		n = order_rows(report, i, order);
		for (k = 0; k < n; k++)
			line(report, &report->row[order[k]], i);
	}
	free(order);
}

const char *mark_of(const struct pmc_set_event *event, const struct value *value)
{
	if (value->state != PMC_COUNTED)
		return NULL;
	if (value->quality == PMC_MODELLED || event->flags & PMC_EVENT_MODELLED)
		return "modelled";
	if (value->quality == PMC_SCALED)
		return "scaled";
	if (event->flags & PMC_EVENT_TRANSLATOR)
		return "with-emulator";
	return NULL;
}
