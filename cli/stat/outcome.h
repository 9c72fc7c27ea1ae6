/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What becomes of the counts beside the report: the file of --save, the comparison with --baseline,
 * the conditions of --fail-if. Whatever is wrong with a file, the command runs, and its output and
 * its status stay what they are; when it succeeds, the status says what went wrong here. A baseline
 * that cannot be used changes the status only when a condition needs it.
 */
#ifndef PMC_CLI_STAT_OUTCOME_H
#define PMC_CLI_STAT_OUTCOME_H

struct outcome;
struct report;
struct run;
struct stat_job;

/*
 * Prepares job->outcome, or leaves it NULL when the user asked for none of these. Reads the
 * baseline and complains when it cannot be used. Returns 0, or an exit status after a complaint
 * about the command line.
 */
int outcome_create(struct stat_job *job);
/* Adds a run. `left_out` says why its counts do not count; static. NULL: they do. */
void outcome_add(struct outcome *outcome, const struct run *run, const struct report *report,
		 const char *left_out);
/* After the report: saves, compares and judges. */
void outcome_end(struct outcome *outcome);
/*
 * The exit status when the command succeeded: 0, 1 for a condition that holds, 125 for a failure.
 */
int outcome_status(const struct outcome *outcome);
/* These functions do nothing to NULL, and outcome_status() is 0. */
void outcome_destroy(struct outcome *outcome);

#endif
