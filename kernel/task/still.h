/* SPDX-License-Identifier: GPL-2.0 */
/* Looking at another task while it stands still. */
#ifndef PMC_KERNEL_STILL_H
#define PMC_KERNEL_STILL_H

#include <linux/sched.h>

/*
 * Calls a function while the task cannot do anything, so that the function may change what only the
 * task itself changes. Interrupts are off; what the function returns is returned. A task that
 * sleeps disturbs nobody, and one that runs has its own CPU interrupted. The caller may sleep, has
 * a reference to the task, and is not that task.
 */
int still_call(struct task_struct *task, int (*function)(void *data), void *data);
/* The same if the task sleeps; else -EINPROGRESS. The caller need not be able to sleep. */
int still_asleep(struct task_struct *task, int (*function)(void *data), void *data);

/* Is the task among those that run or wait for a CPU? */
static inline bool still_is_queued(const struct task_struct *task)
{
#ifdef PMC_HAVE_SCHED_DELAYED
	/* It sleeps, and has not left the queue yet. */
	if (READ_ONCE(task->se.sched_delayed))
		return false;
#endif
	return READ_ONCE(task->on_rq);
}

#endif
