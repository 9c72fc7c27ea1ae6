/* SPDX-License-Identifier: BSD-2-Clause */
/* The counts of a job's set at one instant. */
#include "cli/stat/reading.h"

#include "cli/stat/job.h"
#include "cli/stat/options.h"

#include <errno.h>
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

int reading_init(struct reading *reading, const struct stat_job *job)
{
	static const enum pmc_by by[] = { [ROWS_CPU] = PMC_BY_CPU,
					  [ROWS_THREAD] = PMC_BY_THREAD,
					  [ROWS_PROCESS] = PMC_BY_PROCESS };
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
		err = pmc_set_read(job->set, reading->row[0].count, job->n_events,
				   &reading->time_ns);
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
		memcpy(to->name, from->name, sizeof(to->name));
		to->name[sizeof(to->name) - 1] = 0;
		memcpy(to->count, from->counts, job->n_events * sizeof(*to->count));
	}
	reading->time_ns = rows->time_ns;
	pmc_rows_destroy(rows);
	return err;
}

void reading_deinit(struct reading *reading)
{
	free(reading->row);
	memset(reading, 0, sizeof(*reading));
}
