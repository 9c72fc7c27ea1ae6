/* SPDX-License-Identifier: BSD-2-Clause */
/* Which metrics can be measured here, and in which groups of events. */
#ifndef PMC_CLI_SUMMARY_GROUPS_H
#define PMC_CLI_SUMMARY_GROUPS_H

struct summary_job;

/*
 * Makes the job's measures and groups. Returns 0, or an exit status after a complaint. It is a
 * failure when nothing can be measured, except for --model.
 */
int summary_groups_make(struct summary_job *job);

#endif
