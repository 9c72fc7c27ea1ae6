/* SPDX-License-Identifier: BSD-2-Clause */
/* The counts of a job's set at one instant. */
#include "cli/stat/reading.h"

#include "cli/stat/job.h"
#include "cli/stat/options.h"
#include "cli/stat/topology.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int reading_alloc(struct reading *reading, size_t n_rows, size_t n_events)
{
	size_t i;

	/* One block holds the rows and then their counts. */
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

/* Adds the count of one more CPU to that of a part of the topology. */
static void add_count(struct pmc_count *to, const struct pmc_count *from)
{
	/* What one CPU did not count yet, another may have counted; the reason holds for all. */
	if (from->state == PMC_COUNTED)
		to->state = PMC_COUNTED;
	if (from->quality > to->quality)
		to->quality = from->quality;
	to->value += from->value; /* no event of a CPU is a peak */
	to->seen += from->seen;
	to->enabled_ns += from->enabled_ns;
	to->running_ns += from->running_ns;
}

/*
 * Merges the rows of the CPUs of one core, die, socket or node, in perf's order of their names. The
 * rows of CPUs come in the order of their numbers, so each part is named after its first CPU.
 */
static int merge_cpus(struct reading *reading, const struct stat_job *job)
{
	struct place *place = calloc(reading->n_rows + 1, sizeof(*place)), p;
	struct reading_row *row = reading->row, one;
	size_t n = 0, i, k, e;

	if (!place)
		return -ENOMEM;
	for (i = 0; i < reading->n_rows; i++) {
		one = row[i];
		p = place_of(job->opt->by, one.cpu);
		for (k = 0; k < n && place_compare(&place[k], &p) < 0; k++)
			;
		if (k < n && !place_compare(&place[k], &p)) {
			for (e = 0; e < job->n_events; e++)
				add_count(&row[k].count[e], &one.count[e]);
			row[k].cpus++;
			continue;
		}
		/* Rows behind n are read already, or are this one. */
		memmove(&row[k + 1], &row[k], (n - k) * sizeof(*row));
		memmove(&place[k + 1], &place[k], (n - k) * sizeof(*place));
		place_name(job->opt->by, &p, one.name, sizeof(one.name));
		row[k] = one;
		place[k] = p;
		n++;
	}
	reading->n_rows = n;
	free(place);
	return 0;
}

int reading_init(struct reading *reading, const struct stat_job *job)
{
	static const enum pmc_by by[] = {
		[ROWS_CPU] = PMC_BY_CPU,	[ROWS_CORE] = PMC_BY_CPU,
		[ROWS_DIE] = PMC_BY_CPU,	[ROWS_SOCKET] = PMC_BY_CPU,
		[ROWS_NODE] = PMC_BY_CPU,	[ROWS_THREAD] = PMC_BY_THREAD,
		[ROWS_PROCESS] = PMC_BY_PROCESS
	};
	struct pmc_rows *rows;
	size_t i;
	int err;

	memset(reading, 0, sizeof(*reading));
	if (job->opt->by == ROWS_TOTAL) {
		err = reading_alloc(reading, 1, job->n_events);
		if (err)
			return err;
		if (!job->set)
			return 0;
		err = pmc_set_read(job->set, reading->row[0].count, job->n_events, NULL);
		if (err)
			reading_deinit(reading);
		return err;
	}
	err = pmc_set_read_rows(job->set, by[job->opt->by], &rows);
	if (err)
		return err;
	err = reading_alloc(reading, rows->n_rows, job->n_events);
	for (i = 0; !err && i < rows->n_rows; i++) {
		struct reading_row *to = &reading->row[i];
		const struct pmc_row *from = &rows->row[i];

		to->cpu = from->cpu;
		to->pid = from->pid;
		to->tid = from->tid;
		to->cpus = from->cpu >= 0;
		snprintf(to->name, sizeof(to->name), "%.15s", from->name);
		memcpy(to->count, from->counts, job->n_events * sizeof(*to->count));
	}
	pmc_rows_destroy(rows);
	if (!err && job->opt->by > ROWS_CPU && job->opt->by < ROWS_THREAD)
		err = merge_cpus(reading, job);
	if (err)
		reading_deinit(reading);
	return err;
}

void reading_deinit(struct reading *reading)
{
	free(reading->row);
	memset(reading, 0, sizeof(*reading));
}
