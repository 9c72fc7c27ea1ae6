/* SPDX-License-Identifier: BSD-2-Clause */
/* What `pmc summary` prints to the job's output: the table, CSV or JSON. */
#ifndef PMC_CLI_SUMMARY_REPORT_H
#define PMC_CLI_SUMMARY_REPORT_H

struct summary_job;

/* Prints how many runs there are going to be. */
void summary_print_runs(const struct summary_job *job);
/* Prints all that was measured. */
void summary_print_report(const struct summary_job *job);
/* Prints which metrics were not measured, and why. */
void summary_print_missing(const struct summary_job *job);

#endif
