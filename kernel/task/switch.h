/* SPDX-License-Identifier: GPL-2.0 */
/* The contexts of each task, and how they learn of its switches. */
#ifndef PMC_KERNEL_SWITCH_H
#define PMC_KERNEL_SWITCH_H

#include "kernel/base/types.h"

/* -EINVAL: the parameter asks for something that this kernel does not have. */
int switch_init(void);
/* Call these before the first context is added, and after the last one is removed. */
void switch_begin(void);
void switch_end(void);
/*
 * Functions for sched_switch: one that switches contexts, or NULL if notifiers do; and one that
 * calls rdpmc_hide().
 */
void *switch_probe(void);
void *switch_hide_probe(void);

/*
 * Adds a context to the list of its task, and takes a reference. The task itself calls it, or
 * whoever creates the task before it runs, or the task stands still. Preemption is off.
 */
void switch_add(struct context *context, struct task_struct *task);
/* Interrupts off. True: it was in a list, and the caller must put the task's reference. */
bool switch_remove(struct context *context);
/* Removes a dead context from anywhere, unless its task must do that itself. */
void switch_drop(struct context *context);
/*
 * As switch_add(), with interrupts off: returns how many contexts the task has that are not dead,
 * of USERS or of all others. Moves those dead ones that the task would have to remove itself to
 * `gone`, by of_hooks.
 */
u32 switch_sweep(struct task_struct *task, enum rank rank, struct list_head *gone);
/* How many contexts do all tasks have? */
u32 switch_count(void);
/*
 * Chooses at most n of them, others each time, and takes a reference to each and to its task.
 * Returns how many.
 */
u32 switch_some(struct context **some, u32 n);
/* With the machine stopped: moves at most n of them to `gone`, by of_hooks. */
void switch_remove_some(struct list_head *gone, u32 n);

/*
 * True: the task has no contexts, and gets none but by its creation or with plans_mutex, which the
 * caller has.
 */
bool switch_has_none(const struct task_struct *task);
/*
 * Walks all contexts of a task, dead ones too; the current one may be removed meanwhile. Preemption
 * off.
 */
struct context *switch_first(const struct task_struct *task);
struct context *switch_next(const struct context *context);
#define for_each_context(context, task) \
	for ((context) = switch_first(task); (context); (context) = switch_next(context))

#endif
