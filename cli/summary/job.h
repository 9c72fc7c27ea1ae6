/* SPDX-License-Identifier: BSD-2-Clause */
/* What `pmc summary` is going to measure, how, and what it has measured. */
#ifndef PMC_CLI_SUMMARY_JOB_H
#define PMC_CLI_SUMMARY_JOB_H

#include "cli/run/average.h"
#include "cli/run/environment.h"
#include "cli/run/history.h"
#include "cli/run/note.h"
#include "cli/ui/output.h"

#include <stdbool.h>
#include <stddef.h>

struct event_group;
struct measure;
struct pmc;
struct pmc_diag;
struct pmc_model;
struct pmc_set;
struct summary_options;

struct summary_job {
	const struct summary_options *opt;
	struct pmc *pmc; /* NULL under --model */
	/* perf and driver: counts pmc itself, to see whether a group gets its counters; or NULL */
	struct pmc *probe;
	struct pmc_model *model; /* its counters limit a group; NULL: nothing does */
	struct measure *measure;
	size_t n_measures;
	struct event_group *group;
	size_t n_groups;
	const char *instructions;      /* the event that counts them; NULL: none */
	struct average n_instructions; /* of all runs that count them */
	double least, most;	       /* the same: the extremes */
	struct average wall;
	unsigned made, refused;	   /* of repeat * n_groups runs */
	bool user_only;		   /* only user mode was counted, though more was asked for */
	struct environment env;	   /* the command's */
	const struct pmc_set *set; /* while the report is printed: that of the last run */
	struct history history;	   /* how the runs ended */
	struct notes notes;	   /* for the end of the report */
	struct output output;
};

/*
 * Prepares everything but the first run. Returns 0, or an exit status after a complaint; nothing
 * was started, created or changed then. Call summary_job_deinit() in every case.
 */
int summary_job_init(struct summary_job *job, const struct summary_options *opt);
void summary_job_deinit(struct summary_job *job);

/* Makes a set of the job: as pmc_set_create(). */
int summary_job_new_set(const struct summary_job *job, const char *events, struct pmc_set **set,
			struct pmc_diag *diag);
/* How many runs there are going to be. */
unsigned long summary_job_runs(const struct summary_job *job);

#endif
