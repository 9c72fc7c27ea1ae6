/* SPDX-License-Identifier: GPL-2.0 */
/* The context of a thread or a CPU: what a set counts there. */
#ifndef PMC_KERNEL_CONTEXT_H
#define PMC_KERNEL_CONTEXT_H

#include <linux/gfp.h>

#include "kernel/base/types.h"

/* The caller owns a reference to the new context. NULL: no memory. */
struct context *context_create(struct set *set, struct task_struct *task, gfp_t gfp);
void context_put(struct context *context);

/* These run on the CPU where the context counts, with interrupts off and context->lock held. */
void context_resume(struct context *context);
void context_suspend(struct context *context);
/* Adds to the sums what was counted until now. */
void context_update(struct context *context);
/*
 * The same, and sets its counters to 0, so that user mode cannot see what they held. Counters that
 * sample stay: they hold how far the next sample is, and nothing of others.
 */
void context_restart(struct context *context);
/* For how many ticks an event of the context was on a counter. With context->lock. */
u64 context_running(const struct context *context, u32 event);

/* Adds the context's counts to others. */
void context_add(const struct context *context, struct pmc_ioctl_count *counts, u64 *tsc);
/*
 * Adds the counts of a context that ends to its set, which drops its reference. With set->lock and
 * context->lock.
 */
void context_collect(struct context *context);

/* Is the only context of the set that of the calling thread? */
bool context_is_of_current(struct set *set);

#endif
