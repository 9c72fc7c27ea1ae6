/* SPDX-License-Identifier: BSD-2-Clause */
/* Rows: a set's counts in parts, one per thread, process or CPU. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/internal.h"

struct pmc_row *rows_get(struct pmc_rows *rows, pid_t pid, pid_t tid, int cpu)
{
	struct pmc_row *row;
	size_t i;

	for (i = rows->n_rows; i-- > 0;) {
		row = &rows->row[i];
		if (row->pid == pid && row->tid == tid && row->cpu == cpu)
			return row;
	}
	if (!(rows->n_rows & (rows->n_rows - 1))) {
		size_t room = rows->n_rows ? rows->n_rows * 2 : 1;

		row = realloc(rows->row, room * sizeof(*row));
		if (!row)
			return NULL;
		rows->row = row;
	}
	row = &rows->row[rows->n_rows];
	memset(row, 0, sizeof(*row));
	row->counts = calloc(rows->n_counts + 1, sizeof(*row->counts));
	if (!row->counts)
		return NULL;
	for (i = 0; i < rows->n_counts; i++)
		row->counts[i].state = PMC_NOT_COUNTED;
	row->pid = pid;
	row->tid = tid;
	row->ppid = -1;
	row->cpu = cpu;
	rows->n_rows++;
	return row;
}

void pmc_rows_destroy(struct pmc_rows *rows)
{
	size_t i;

	if (!rows)
		return;
	for (i = 0; i < rows->n_rows; i++)
		free(rows->row[i].counts);
	free(rows->row);
	free(rows);
}

static unsigned flag_of(enum pmc_by by)
{
	switch (by) {
	case PMC_BY_THREAD:
		return PMC_SET_BY_THREAD;
	case PMC_BY_PROCESS:
		return PMC_SET_BY_PROCESS;
	case PMC_BY_CPU:
		return PMC_SET_BY_CPU;
	}
	return 0;
}

int pmc_set_read_rows(struct pmc_set *set, enum pmc_by by, struct pmc_rows **out)
{
	struct pmc_rows *rows;
	bool any = false;
	size_t i, k;
	int err = 0, s;

	if (!(set->flags & flag_of(by)))
		return -EINVAL;
	rows = calloc(1, sizeof(*rows));
	if (!rows)
		return -ENOMEM;
	rows->n_counts = set->n_events;
	pthread_mutex_lock(&set->pmc->lock);
	rows->time_ns = clock_now();
	for (s = 0; s < SOURCES && !err; s++) {
		if (!set->state[s])
			continue;
		err = set_source(s)->rows(set, by, rows);
		/* A source that cannot leaves its events not counted, unless none can. */
		if (err == -EOPNOTSUPP)
			err = 0;
		else
			any = true;
	}
	pthread_mutex_unlock(&set->pmc->lock);
	if (!err && !any)
		err = -EOPNOTSUPP;
	if (err) {
		pmc_rows_destroy(rows);
		return err;
	}
	for (i = 0; i < rows->n_rows; i++)
		for (k = 0; k < set->n_events; k++)
			if (set->event[k].source == SOURCE_NONE)
				rows->row[i].counts[k].state = PMC_NOT_SUPPORTED;
	*out = rows;
	return 0;
}
