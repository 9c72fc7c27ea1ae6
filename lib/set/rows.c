/* SPDX-License-Identifier: BSD-2-Clause */
/* Searches rows from the last one backwards, because sources add to one row after the other. */
#include <stdlib.h>
#include <string.h>

#include "lib/set/rows.h"
#include "pmc/pmc.h"

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
