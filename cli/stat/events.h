/* SPDX-License-Identifier: BSD-2-Clause */
/* The events of a job: those of -e, or defaults, and those that -d adds. */
#ifndef PMC_CLI_STAT_EVENTS_H
#define PMC_CLI_STAT_EVENTS_H

struct pmc_diag;
struct stat_job;

/*
 * Makes the job's set. May replace the job's backend when the user left the choice to pmc and
 * another one suits the events better. Returns 0, or an exit status after a complaint.
 */
int stat_events_choose(struct stat_job *job);

/*
 * Prints what is wrong with an event, under the -e that it stands in. Changes the column of diag.
 */
void stat_events_complain(const struct stat_job *job, struct pmc_diag *diag);

#endif
