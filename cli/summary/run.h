/* SPDX-License-Identifier: BSD-2-Clause */
/* The runs of a job, and its report. */
#ifndef PMC_CLI_SUMMARY_RUN_H
#define PMC_CLI_SUMMARY_RUN_H

struct summary_job;

/* Returns the exit status. */
int summary_job_run(struct summary_job *job);

#endif
