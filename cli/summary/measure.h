/* SPDX-License-Identifier: BSD-2-Clause */
/* A metric and its value over the runs, and the events that are counted together for it. */
#ifndef PMC_CLI_SUMMARY_MEASURE_H
#define PMC_CLI_SUMMARY_MEASURE_H

#include "cli/run/average.h"

#include <pmc/pmc.h>
#include <stdbool.h>
#include <stddef.h>

struct summary_job;

#define MEASURE_EVENTS (2 * PMC_METRIC_TERMS) /* of one metric */

struct measure {
	struct pmc_metric metric;
	int group;	  /* whose runs count it; -1: none */
	char reason[640]; /* why there is none */
	/* The indices of its events in the group, in the order above, below; -1: no event. */
	int at[MEASURE_EVENTS];
	struct average value;
	enum pmc_quality quality; /* the worst of its counts */
	bool empty;		  /* the divisor was counted as 0 */
};

/* Events that one run counts together. */
struct event_group {
	const char **event; /* each once; the strings belong to the metrics */
	size_t n_events;
	char *text;    /* as an event string */
	unsigned done; /* how many runs were made */
	char *refused; /* why a run of it was skipped; NULL: none was */
};

/*
 * Takes the counts of one run of the group into the values of its metrics. An interrupted run is
 * not `whole`: its counts serve only the metrics without a value.
 */
void measures_add(struct summary_job *job, const struct event_group *group,
		  const struct pmc_count *count, bool whole);

/* Why the metric has no value; NULL if it has one. */
const char *measure_missing(const struct summary_job *job, const struct measure *m);

#endif
