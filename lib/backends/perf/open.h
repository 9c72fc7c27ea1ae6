/* SPDX-License-Identifier: BSD-2-Clause */
/* The system call, which libc does not wrap. */
#ifndef PMC_LIB_PERF_OPEN_H
#define PMC_LIB_PERF_OPEN_H

#include <sys/types.h>

struct perf_event_attr;

/* perf_event_open(2) with close-on-exec: a descriptor or -errno. */
int perf_open(const struct perf_event_attr *attr, pid_t pid, int cpu, int group);

#endif
