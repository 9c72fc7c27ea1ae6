/* SPDX-License-Identifier: GPL-2.0 */
/* Contexts of threads: hooking them to their tasks, forks, executed programs and exits. */
#ifndef PMC_KERNEL_THREAD_H
#define PMC_KERNEL_THREAD_H

#include "kernel/base/types.h"

struct mm_struct;

/*
 * The hooks are registered while anybody counts threads or wants records of what they do; with
 * plans_mutex.
 */
int thread_get(bool records);
void thread_put(void);
/*
 * Begins the plan of a set that will count the task: names the sets that the task has (plan_meet).
 * Errors as still_call().
 */
int thread_meet(struct task_struct *task, struct set *set);
/*
 * Hooks the context to its task, which the caller has checked: it had these credentials and this
 * memory. -ESRCH: the task is exiting; -EAGAIN: it has changed, so check it again; -EUSERS: it has
 * too many contexts.
 */
int thread_hook(struct context *context, const struct cred *cred, const struct mm_struct *mm);
/* Resumes the contexts of the set that the current task of this CPU has; interrupts off. */
void thread_start_here(struct set *set);

/*
 * Makes rdpmc_forked() run at every fork from the first time that the PMU is taken, until the
 * module is unloaded.
 */
int thread_watch_forks(void);

void thread_init(void);
void thread_exit(void);

/* Makes rdpmc_hide() run at every switch; with plans_mutex. */
int thread_watch_switches(void);
void thread_unwatch_switches(void);

#endif
