/* SPDX-License-Identifier: BSD-2-Clause */
/* What `pmc count` prints: the counts, or with SUM the metrics that follow from them. */
#ifndef PMC_CLI_COUNT_REPORT_H
#define PMC_CLI_COUNT_REPORT_H

struct count_job;

/* Prints all that was counted to the job's output. */
void count_print_report(const struct count_job *job);
/* --model: prints which runs there would be, on standard output. Returns the exit status. */
int count_print_runs(const struct count_job *job);

#endif
