/* SPDX-License-Identifier: BSD-2-Clause */
/* Collapsed stacks: "process;main;run 42". */
#ifndef PMC_CLI_SCRIPT_COLLAPSED_H
#define PMC_CLI_SCRIPT_COLLAPSED_H

struct script_job;

int collapsed_write(const struct script_job *job);

#endif
