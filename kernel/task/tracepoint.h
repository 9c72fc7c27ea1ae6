/* SPDX-License-Identifier: GPL-2.0 */
/* Probes of the scheduler's tracepoints. */
#ifndef PMC_KERNEL_TRACEPOINT_H
#define PMC_KERNEL_TRACEPOINT_H

#include <linux/types.h>

enum sched_point { POINT_FORK, POINT_EXEC, POINT_EXIT, POINT_SWITCH, SCHED_POINTS };

/*
 * The function has the type that the tracepoint's check_trace_callback_type_…() wants. -ENODEV: no
 * such tracepoint.
 */
int tracepoint_get(enum sched_point which, void *function);
/* After the next tracepoint_wait() the function does not run any more. */
void tracepoint_put(enum sched_point which, void *function);
void tracepoint_wait(void);

#endif
