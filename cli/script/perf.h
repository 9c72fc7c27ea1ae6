/* SPDX-License-Identifier: BSD-2-Clause */
/* perf.data: a sample for each instruction, with its count as the period. */
#ifndef PMC_CLI_SCRIPT_PERF_H
#define PMC_CLI_SCRIPT_PERF_H

struct script_job;

int perf_write(const struct script_job *job);

#endif
