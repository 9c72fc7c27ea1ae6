/* SPDX-License-Identifier: GPL-2.0 */
/* Walks all contexts of a set, and adds up their counts. */
#ifndef PMC_KERNEL_WALK_H
#define PMC_KERNEL_WALK_H

#include "kernel/base/types.h"

/*
 * Calls the function once for each context that the set has now and that does not end meanwhile,
 * with set->lock and context->lock.
 */
void walk(struct set *set, void (*function)(struct context *context, void *data), void *data);
/*
 * Adds up the counts of all contexts, also of those that have ended. `read` gets all that
 * PMC_IOC_READ gives beside the counts.
 */
void walk_sum(struct set *set, struct pmc_ioctl_count *counts, struct pmc_ioctl_read *read);
/* Sets all counts to 0: zero() does that with one context. */
void walk_zero(struct set *set, void (*zero)(struct context *context, void *unused));
/*
 * The set is about to go: moves all contexts to `gone`, by of_set, and marks them dead. No new one
 * comes.
 */
void walk_out(struct set *set, struct list_head *gone);

#endif
