/* SPDX-License-Identifier: BSD-2-Clause */
/* The processor and its features, as a result file names them. */
#ifndef PMC_CLI_RESULT_MACHINE_H
#define PMC_CLI_RESULT_MACHINE_H

struct result;

/* Fills in this machine. Returns 0 or -ENOMEM. */
int result_machine(struct result *result);

#endif
