/* SPDX-License-Identifier: BSD-2-Clause */
/* Profiles for tools that lay code out anew: BOLT and AutoFDO. */
#ifndef PMC_CLI_SCRIPT_LAYOUT_H
#define PMC_CLI_SCRIPT_LAYOUT_H

struct script_job;

/* For `perf2bolt -pa`. */
int bolt_write(const struct script_job *job);
/* For `create_llvm_prof --profiler=text`. */
int autofdo_write(const struct script_job *job);

#endif
