/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * All runs of a subcommand that counts. The loop owns what such subcommands have in common: the
 * command's standard input, signals, progress on a terminal, and the exit status, which is the
 * command's own: that of the first run that failed. If none did, but the report could not be
 * written, it is STATUS_FAILED.
 */
#ifndef PMC_CLI_RUN_LOOP_H
#define PMC_CLI_RUN_LOOP_H

#include "cli/run/run.h"

struct output;
struct pmc_diag;

/* Returned by prepare(): skip this run, and go on with the next. */
#define RUN_SKIPPED (-1)

/* What the subcommand does. `data` is the loop's. */
struct loop_ops {
	/*
	 * Before run `number` (from 0, with those for warming up): set run->command and run->set,
	 * attached to each other. Both stay the subcommand's. Returns 0, RUN_SKIPPED, or an exit
	 * status after a complaint.
	 */
	int (*prepare)(void *data, unsigned long number, struct run *run);
	/* The run could not start: say why. */
	void (*complain)(void *data, struct pmc_diag *diag);
	/* After the run: read the set. Returns 0, or an exit status after a complaint. */
	int (*finish)(void *data, const struct run *run);
	/*
	 * After the last run, or an earlier end: print the report. `failed` is 0 or the exit
	 * status of a function above. Returns 0, or an exit status after a complaint.
	 */
	int (*report)(void *data, int failed);
};

struct loop {
	const struct loop_ops *ops;
	void *data;
	char *const *argv; /* the command's; NULL: none, and one run */
	unsigned long n_runs;
	unsigned long n_warmup;		/* runs before these, which finish() does not see */
	const char *pre, *post;		/* shell commands before and after each run; NULL: none */
	bool wraps, collects, wait_all; /* as in struct run */
	struct run_timing timing;
	/* a report that cannot be written is a failure if the command succeeded; NULL: none */
	const struct output *output;
};

/* Returns the exit status. May end pmc by the signal that ended the command. */
int loop_run(const struct loop *loop);

#endif
