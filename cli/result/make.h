/* SPDX-License-Identifier: BSD-2-Clause */
/* Making a result from what is being counted. */
#ifndef PMC_CLI_RESULT_MAKE_H
#define PMC_CLI_RESULT_MAKE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct environment;
struct notes;
struct pmc;
struct pmc_set;
struct result;
struct result_run;

/* What is counted. */
struct result_subject {
	const char *title;  /* for messages */
	const char *target; /* "command", "tasks", "CPUs" */
	char *const *argv;  /* the command; argv[0] NULL: none */
	const struct pmc *pmc;
	struct pmc_set *set;	       /* NULL: no events */
	const struct environment *env; /* of the command */
	const struct notes *notes;     /* of all runs, when the result ends */
	bool deterministic;
};

/*
 * Begins a result: everything but runs and counts. Its strings belong to the subject's. Returns 0
 * or -ENOMEM; call result_deinit() in every case.
 */
int result_begin(struct result *result, const struct result_subject *subject);

/* Add a run, and what it counted, with the word for its quality. Return 0 or -ENOMEM. */
int result_add_run(struct result *result, const struct result_run *run);
int result_add_count(struct result *result, size_t event, uint64_t count, const char *quality);

/* Ends it after the last run: reasons of events without a count, and notes. 0 or -ENOMEM. */
int result_end(struct result *result, const struct result_subject *subject);

#endif
