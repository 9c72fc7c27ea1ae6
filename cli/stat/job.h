/* SPDX-License-Identifier: BSD-2-Clause */
/* What `pmc stat` is going to count, how, and where the report goes. */
#ifndef PMC_CLI_STAT_JOB_H
#define PMC_CLI_STAT_JOB_H

#include "cli/run/environment.h"
#include "cli/run/history.h"
#include "cli/run/note.h"
#include "cli/ui/output.h"

#include <pmc/pmc.h>
#include <stdbool.h>
#include <stddef.h>

struct outcome;
struct stat_options;

struct stat_job {
	const struct stat_options *opt;
	enum pmc_use use;
	struct pmc *pmc;
	struct pmc_set *set;	     /* NULL under -n */
	char *asked;		     /* all -e, joined; NULL: none */
	struct pmc_set_event *event; /* strings belong to the set */
	size_t n_events;
	struct pmc_command *command; /* of the next run; NULL: none */
	struct environment env;	     /* its environment */
	struct history history;	     /* how the runs ended */
	struct notes notes;	     /* for the end of the report */
	struct output output;
	struct outcome *outcome; /* what becomes of the counts beside the report; NULL: nothing */
};

/*
 * Prepares everything but the first start. Returns 0, or an exit status after a complaint; nothing
 * was started, created or changed then. Call stat_job_deinit() in every case.
 */
int stat_job_init(struct stat_job *job, const struct stat_options *opt);
void stat_job_deinit(struct stat_job *job);

/* Does the command run under the translator, so that all times include its work? */
bool stat_job_translates(const struct stat_job *job);

/* Makes the command of one more run. Returns 0 or an exit status. */
int stat_job_new_command(struct stat_job *job);

/* --layouts: chooses the layout of the next run, before the set is attached. Returns 0 or an exit
 * status. */
int stat_job_lay_out(struct stat_job *job, unsigned long layout);

#endif
