/* SPDX-License-Identifier: GPL-2.0 */
/* Which counters the events of all sets are on. */
#ifndef PMC_KERNEL_PLAN_H
#define PMC_KERNEL_PLAN_H

#include "kernel/base/types.h"

/* Protects the plans of all sets, and the hooks of threads. */
extern struct mutex plans_mutex;

/*
 * Gives the set counters that it can use beside all other sets on a task, or on a CPU if task is
 * NULL; with plans_mutex, and after plan_begin() if it is a task. Fills in what PMC_IOC_ATTACH
 * returns, even on -ENOSPC.
 */
int plan_get(struct set *set, const struct task_struct *task, int cpu,
	     struct pmc_ioctl_attach *attach);
/* Frees the set's counters for others. Its plan stays, because hooks may still look at it. */
void plan_put(struct set *set);
/* The same before any hook could see the plan: the set can get another one. */
void plan_undo(struct set *set);
/* Calls the function for each set that has a plan. */
void plan_for_each(void (*function)(struct set *set, void *data), void *data);
/*
 * Begins the plan of a set that counts a task: plan_meet() names each set that the task has, before
 * plan_get(). With plans_mutex.
 */
void plan_begin(struct set *set);
void plan_meet(struct set *set, struct set *other);
/* Did plan_meet() name the other one? */
bool plan_has_met(const struct set *set, const struct set *other);
/* Would the two disturb each other? */
bool plan_conflicts(const struct set *a, const struct set *b);

#endif
