/* SPDX-License-Identifier: BSD-2-Clause */
/* The runs of a job, and its reports. */
#ifndef PMC_CLI_STAT_RUN_H
#define PMC_CLI_STAT_RUN_H

struct stat_job;

/* Returns the exit status. */
int stat_job_run(struct stat_job *job);

#endif
