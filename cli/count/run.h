/* SPDX-License-Identifier: BSD-2-Clause */
/* The runs of `pmc count`, and its report. */
#ifndef PMC_CLI_COUNT_RUN_H
#define PMC_CLI_COUNT_RUN_H

struct count_job;

/* Returns the exit status. */
int count_job_run(struct count_job *job);

#endif
