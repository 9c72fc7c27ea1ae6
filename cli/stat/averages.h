/* SPDX-License-Identifier: BSD-2-Clause */
/* The means of several runs, or the medians of several layouts. */
#ifndef PMC_CLI_STAT_AVERAGES_H
#define PMC_CLI_STAT_AVERAGES_H

#include "cli/run/average.h"

#include <pmc/pmc.h>
#include <stddef.h>
#include <stdint.h>

struct report;
struct report_row;
struct stat_job;

/* The numbers of the runs, one after the other. */
struct series {
	uint64_t *number;
	size_t n, size; /* `size` are allocated */
};

/* Begins as zeros. */
struct averages {
	unsigned runs;
	size_t n_rows, n_events;
	struct report_row *row; /* sums of the times; state and quality of all runs */
	struct average *sum;	/* n_rows * n_events */
	struct series *each;	/* n_rows * n_events */
	struct average wall;
	struct series each_wall; /* nanoseconds */
	enum pmc_quality times_quality;
};

/* Adds the report of one run. Returns 0 or -ENOMEM. */
int averages_add(struct averages *all, const struct report *one);
/* Makes the report of the means or medians, which must not outlive them. Returns 0 or -ENOMEM. */
int averages_report(const struct averages *all, const struct stat_job *job, struct report *report);
void averages_deinit(struct averages *all);

#endif
