/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Whether a command or anything that it has started still runs: an event that counts nothing, and
 * that all of them inherit. The kernel hangs its descriptor up when the last of them has ended.
 */
#ifndef PMC_LIB_PERF_TRACKER_H
#define PMC_LIB_PERF_TRACKER_H

#include <sys/types.h>

struct pmc_command;

/* Opens the event on the command's process, which waits before its exec; if it can. */
void perf_tracker_open(struct pmc_command *command);
void perf_tracker_close(struct pmc_command *command);

/* 1: something still runs; 0: everything has ended; -EOPNOTSUPP: there is no event. */
int perf_tracker_poll(const struct pmc_command *command);

#endif
