/* SPDX-License-Identifier: BSD-2-Clause */
/* The means of several runs, or the medians of several layouts. */
#include "cli/stat/averages.h"

#include "cli/stat/job.h"
#include "cli/stat/options.h"
#include "cli/stat/report.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Returns 0 or -ENOMEM. */
static int series_add(struct series *series, uint64_t number)
{
	size_t size = series->size ? series->size * 2 : 8;
	uint64_t *p;

	if (series->n == series->size) {
		p = realloc(series->number, size * sizeof(*p));
		if (!p)
			return -ENOMEM;
		series->number = p;
		series->size = size;
	}
	series->number[series->n++] = number;
	return 0;
}

/* Takes the rows and the states of the first run. */
static int take_rows(struct averages *all, const struct report *one, size_t n_events)
{
	size_t i, j;

	all->row = calloc(one->n_rows + 1, sizeof(*all->row));
	all->sum = calloc(one->n_rows * n_events + 1, sizeof(*all->sum));
	all->each = calloc(one->n_rows * n_events + 1, sizeof(*all->each));
	if (!all->row || !all->sum || !all->each)
		return -ENOMEM;
	all->n_events = n_events;
	for (i = 0; i < one->n_rows; i++) {
		all->row[i] = one->row[i];
		all->row[i].value = calloc(n_events + 1, sizeof(struct value));
		if (!all->row[i].value)
			return -ENOMEM;
		all->n_rows++;
		for (j = 0; j < n_events; j++)
			all->row[i].value[j].state = one->row[i].value[j].state;
	}
	return 0;
}

/* Returns 0 or -ENOMEM. */
static int add_value(struct value *to, struct average *sum, struct series *each,
		     const struct value *from)
{
	to->enabled_ns += from->enabled_ns;
	to->running_ns += from->running_ns;
	if (from->quality > to->quality)
		to->quality = from->quality;
	if (from->error > to->error)
		to->error = from->error;
	if (from->state != PMC_COUNTED)
		return 0;
	if (series_add(each, from->only))
		return -ENOMEM;
	if (each->n == 1 || from->only < to->min)
		to->min = from->only;
	if (each->n == 1 || from->only > to->max)
		to->max = from->only;
	to->state = PMC_COUNTED;
	average_add(sum, from->mean);
	return 0;
}

int averages_add(struct averages *all, const struct report *one)
{
	size_t n = one->job->n_events, i, j;

	if (!all->runs && take_rows(all, one, n)) {
		averages_deinit(all);
		return -ENOMEM;
	}
	/* Every run has the same rows: a single one, or the CPUs. */
	for (i = 0; i < all->n_rows && i < one->n_rows; i++)
		for (j = 0; j < n; j++)
			if (add_value(&all->row[i].value[j], &all->sum[i * n + j],
				      &all->each[i * n + j], &one->row[i].value[j]))
				return -ENOMEM;
	if (series_add(&all->each_wall, (uint64_t)one->wall_ns))
		return -ENOMEM;
	average_add(&all->wall, one->wall_ns);
	all->times_quality = one->times_quality;
	all->runs++;
	return 0;
}

static int by_number(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

/* The number in the middle; of two the lower one, so that it is one that a run has counted. */
static int median_of(const struct series *each, double *median)
{
	uint64_t *sorted;

	if (!each->n)
		return 0;
	sorted = malloc(each->n * sizeof(*sorted));
	if (!sorted)
		return -ENOMEM;
	memcpy(sorted, each->number, each->n * sizeof(*sorted));
	qsort(sorted, each->n, sizeof(*sorted), by_number);
	*median = (double)sorted[(each->n - 1) / 2];
	free(sorted);
	return 0;
}

/* What stands for all runs: their mean, or with --layouts the median and the whole range. */
static int take_middle(struct value *value, const struct stat_job *job, const struct average *sum,
		       const struct series *each)
{
	value->mean = sum->mean;
	value->spread = average_spread(sum);
	if (!job->opt->layouts)
		return 0;
	value->spread = (double)(value->max - value->min);
	return median_of(each, &value->mean);
}

int averages_report(const struct averages *all, const struct stat_job *job, struct report *report)
{
	size_t i, j;
	int err = report_init(report, job, all->n_rows);

	if (err)
		return err;
	report->runs = all->runs;
	report->wall_ns = all->wall.mean;
	report->times_quality = all->times_quality;
	report->wall_spread_ns = average_spread(&all->wall);
	report->each_wall_ns = all->each_wall.number;
	for (i = 0; i < all->n_rows && !err; i++) {
		struct value *values = report->row[i].value;

		report->row[i] = all->row[i];
		report->row[i].value = values;
		for (j = 0; j < all->n_events && !err; j++) {
			const struct average *sum = &all->sum[i * all->n_events + j];
			const struct series *each = &all->each[i * all->n_events + j];

			values[j] = all->row[i].value[j];
			err = take_middle(&values[j], job, sum, each);
			values[j].each = each->number;
			values[j].n_each = each->n;
			values[j].enabled_ns /= all->runs;
			values[j].running_ns /= all->runs;
		}
	}
	if (err)
		report_deinit(report);
	return err;
}

void averages_deinit(struct averages *all)
{
	size_t i;

	for (i = 0; i < all->n_rows; i++)
		free(all->row[i].value);
	for (i = 0; all->each && i < all->n_rows * all->n_events; i++)
		free(all->each[i].number);
	free(all->each);
	free(all->each_wall.number);
	free(all->row);
	free(all->sum);
	memset(all, 0, sizeof(*all));
}
