/* SPDX-License-Identifier: BSD-2-Clause */
/* How the runs of a command ended, which of them the report averages, and the notes about that. */
#ifndef PMC_CLI_RUN_HISTORY_H
#define PMC_CLI_RUN_HISTORY_H

#include <stdbool.h>
#include <stddef.h>

struct notes;

/* One run that was made. */
struct past_run {
	int status;	/* as of waitpid(2) */
	int cut_off;	/* the signal to pmc that cut it off, so that it is in no mean; 0: none */
	bool timed_out; /* --timeout ended it */
};

/* All runs, in their order. Begins as zeros. */
struct history {
	struct past_run *run;
	size_t n;
};

/* Adds a run. Returns 0 or -ENOMEM. */
int history_add(struct history *history, const struct past_run *run);
void history_deinit(struct history *history);

/*
 * Adds notes that name the runs that were cut off, and those that failed. `planned` is how many
 * runs there were to be. A single run needs no notes: its status is pmc's own.
 */
void history_explain(const struct history *history, unsigned long planned, struct notes *notes);

#endif
