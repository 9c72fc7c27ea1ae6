/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Counts two commands in turns, so that what changes on the machine meanwhile (its temperature, its
 * load, its caches) meets both alike: before, after, after, before, and so on.
 */
#ifndef PMC_CLI_COMPARE_RUN_H
#define PMC_CLI_COMPARE_RUN_H

#include "cli/result/make.h"
#include "cli/run/environment.h"
#include "cli/run/note.h"

#include <pmc/pmc.h>

struct compare_options;
struct loop;
struct result;

/* One of the two commands. */
struct compare_side {
	struct result_subject subject;
	struct pmc_set *set;
	struct pmc_command *command; /* of its next run */
	struct result *result;
	struct notes notes;
};

struct compare_run {
	const struct compare_options *opt;
	struct pmc *pmc;
	char *events;
	struct environment env;
	struct compare_side side[2];
	struct compare_side *now; /* whose run is being made */
	struct loop *loop;
	/* Called after the runs, when both commands have some: before a signal ends pmc. */
	int (*report)(void *data);
	void *data;
	int reported; /* what it returned */
};

/*
 * Prepares both commands, and begins their two results. Returns 0, or an exit status after a
 * complaint; nothing was started then. Call compare_run_deinit() in every case.
 */
int compare_run_init(struct compare_run *run, const struct compare_options *opt,
		     struct result *result);
/* Makes the runs. Returns the exit status of the commands: that of the first run that failed. */
int compare_run(struct compare_run *run);
void compare_run_deinit(struct compare_run *run);

#endif
