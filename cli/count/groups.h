/* SPDX-License-Identifier: BSD-2-Clause */
/* Which events one run counts together. */
#ifndef PMC_CLI_COUNT_GROUPS_H
#define PMC_CLI_COUNT_GROUPS_H

struct count_job;

/* Adds an event, unless the job has it. Its index, or -ENOMEM. */
long groups_add_event(struct count_job *job, const char *name);

/*
 * Divides the job's events into groups. An event that cannot be counted gets the reason. Returns 0
 * or -ENOMEM.
 */
int groups_make(struct count_job *job);
void groups_deinit(struct count_job *job);

#endif
