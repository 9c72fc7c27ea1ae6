/* SPDX-License-Identifier: BSD-2-Clause */
/* callgrind.out, for callgrind_annotate and KCachegrind. */
#ifndef PMC_CLI_SCRIPT_CALLGRIND_H
#define PMC_CLI_SCRIPT_CALLGRIND_H

struct script_job;

int callgrind_write(const struct script_job *job);

#endif
