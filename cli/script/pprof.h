/* SPDX-License-Identifier: BSD-2-Clause */
/* pprof's format, as `go tool pprof` reads it. */
#ifndef PMC_CLI_SCRIPT_PPROF_H
#define PMC_CLI_SCRIPT_PPROF_H

struct script_job;

int pprof_write(const struct script_job *job);

#endif
