/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads a set in rows: one for each thread, process or CPU. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/api/sources.h"
#include "lib/api/survivors.h"
#include "lib/base/clock.h"
#include "lib/set/handle.h"
#include "lib/set/quality.h"
#include "lib/set/set.h"

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
	if (set->running)
		survivors_of_set(set, &set->survivors);
	rows->time_ns = clock_now();
	for (s = 0; s < SOURCES && !err; s++) {
		if (!set->state[s])
			continue;
		err = source_of(s)->rows(set, by, rows);
		/*
		 * The events of a source that cannot split its counts stay uncounted. It is an
		 * error only if no source can.
		 */
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
	for (i = 0; i < rows->n_rows; i++) {
		quality_by_events(set, rows->row[i].counts);
		for (k = 0; k < set->n_events; k++)
			if (set->event[k].source == SOURCE_NONE)
				rows->row[i].counts[k].state = PMC_NOT_SUPPORTED;
	}
	*out = rows;
	return 0;
}
