/* SPDX-License-Identifier: GPL-2.0 */
/* The mapped page of a set, by which a thread reads its counts without system calls. */
#ifndef PMC_KERNEL_PAGE_H
#define PMC_KERNEL_PAGE_H

#include "kernel/base/types.h"

struct vm_area_struct;

/* With the lock of the memory: errors as in pmc_ioctl.h. */
int page_map(struct set *set, struct vm_area_struct *vma);
/* Writes the state of a context to the page of its set; with context->lock. */
void page_update(struct context *context);
/*
 * Says in the page that the set has waited for counters, or that it has not since it was reset; on
 * the CPU of its context, or while that does not count.
 */
void page_mark_partial(struct set *set, bool partial);
/* Called when the set is closed and no process maps its page any more. */
void page_close(struct set *set);
/* After the grace period of the set. */
void page_free(struct set *set);

#endif
