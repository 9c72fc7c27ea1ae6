/* SPDX-License-Identifier: GPL-2.0 */
/* Contexts of whole CPUs, and CPUs that come and go. */
#ifndef PMC_KERNEL_CPU_H
#define PMC_KERNEL_CPU_H

#include "kernel/base/types.h"

int cpus_init(void);
void cpus_exit(void);
/*
 * A set counts a CPU from now on; with plans_mutex. -EBUSY: the set samples while a process reads
 * its counters by RDPMC; or errors of thread_watch_switches().
 */
int cpus_get(bool samples);
void cpus_put(void);
/* Hooks a context to its CPU. -ENXIO: that CPU is not online. */
int cpus_hook(struct context *context, int cpu);
void cpus_unhook(struct context *context);

#endif
