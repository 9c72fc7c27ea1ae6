/* SPDX-License-Identifier: BSD-2-Clause */
/* What `pmc count` is going to count, in which runs, and what it has counted. */
#ifndef PMC_CLI_COUNT_JOB_H
#define PMC_CLI_COUNT_JOB_H

#include "cli/run/average.h"
#include "cli/run/fit.h"
#include "cli/run/history.h"
#include "cli/run/note.h"
#include "cli/ui/output.h"

#include <pmc/pmc.h>
#include <stdbool.h>
#include <stddef.h>

struct count_options;

/* One event. */
struct counted {
	const char *name; /* with its modifiers, as typed */
	int group;	  /* whose runs count it; -1: none */
	size_t place;	  /* in the group */
	char *refused;	  /* why it was not counted; NULL: it was, or will be */
	struct average value;
	enum pmc_quality quality; /* the worst of its counts */
};

/* Events that one run counts together. */
struct count_group {
	size_t *member; /* indices of the events */
	size_t n;
	char *text; /* as an event string */
	unsigned done;
};

struct count_job {
	const struct count_options *opt;
	struct pmc *pmc;	 /* NULL under --model */
	struct pmc_model *model; /* its counters limit a group; NULL: nothing does */
	struct fit fit;
	struct counted *event; /* each once */
	size_t n_events;
	struct count_group *group;
	size_t n_groups;
	struct pmc_metric *metric; /* SUM */
	size_t n_metrics;
	unsigned made;
	bool user_only; /* only user mode was counted, though more was asked for */
	struct average wall;
	struct history history;
	struct notes notes;
	struct output output;
};

/*
 * Prepares everything but the first run: backend, events or metrics, runs, output. Returns 0, or
 * an exit status after a complaint; nothing was started then. Call count_job_deinit() in every
 * case.
 */
int count_job_init(struct count_job *job, const struct count_options *opt);
void count_job_deinit(struct count_job *job);

/* How many runs there are going to be. */
unsigned long count_job_runs(const struct count_job *job);

#endif
