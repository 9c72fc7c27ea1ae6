/* SPDX-License-Identifier: BSD-2-Clause */
/* Processes of a log: which images their code is of. */
#ifndef COMPAT_FREEBSD_PMCSTAT_PROCESS_H
#define COMPAT_FREEBSD_PMCSTAT_PROCESS_H

#include <pmclog.h>

#include "compat/freebsd/pmcstat/image.h"

/* Takes what a record says of processes: forks, executions and mappings. */
void process_take(const struct pmclog_ev *ev);
/* The image that a process has at an address, and which of its addresses this is; or NULL. */
struct image *process_image(pid_t pid, uint64_t pc, uint64_t *address);

#endif
