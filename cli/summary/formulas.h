/* SPDX-License-Identifier: BSD-2-Clause */
/* --model: the formulas of a PMU, and how many runs they take. */
#ifndef PMC_CLI_SUMMARY_FORMULAS_H
#define PMC_CLI_SUMMARY_FORMULAS_H

struct summary_job;

/* Prints them on standard output. Returns the exit status. */
int summary_print_formulas(struct summary_job *job);

#endif
