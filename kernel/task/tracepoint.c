// SPDX-License-Identifier: GPL-2.0
/* Finds the scheduler's tracepoints by their names: the kernel does not export them one by one. */
#include <linux/errno.h>
#include <linux/string.h>
#include <linux/tracepoint.h>

#include "kernel/task/tracepoint.h"

static const char *const names[SCHED_POINTS] = {
	[POINT_FORK] = "sched_process_fork",
	[POINT_EXEC] = "sched_process_exec",
	[POINT_EXIT] = "sched_process_exit",
	[POINT_SWITCH] = "sched_switch",
};
static struct tracepoint *points[SCHED_POINTS];

static void match(struct tracepoint *point, void *unused)
{
	u32 i;

	for (i = 0; i < SCHED_POINTS; i++)
		if (!strcmp(point->name, names[i]))
			points[i] = point;
}

int tracepoint_get(enum sched_point which, void *function)
{
	if (!points[which])
		for_each_kernel_tracepoint(match, NULL)
			;
	if (!points[which])
		return -ENODEV;
	return tracepoint_probe_register(points[which], function, NULL);
}

void tracepoint_put(enum sched_point which, void *function)
{
	tracepoint_probe_unregister(points[which], function, NULL);
}

void tracepoint_wait(void)
{
	tracepoint_synchronize_unregister();
}
