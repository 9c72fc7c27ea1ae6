/* SPDX-License-Identifier: GPL-2.0 */
/* Sets: what the calls of an open file do. */
#ifndef PMC_KERNEL_SET_H
#define PMC_KERNEL_SET_H

#include "kernel/base/types.h"

struct set *set_create(void);
void set_destroy(struct set *set);

/* The calls return the errors in pmc_ioctl.h. All but set_read() need set->mutex. */
int set_setup(struct set *set, struct pmc_ioctl_setup *setup, const struct pmc_ioctl_event *events);
int set_attach(struct set *set, struct pmc_ioctl_attach *attach);
/* The same, to this task, of which the caller has a reference; NULL: to CPU attach->id. */
int set_attach_to(struct set *set, struct task_struct *task, struct pmc_ioctl_attach *attach);
int set_start(struct set *set, u32 flags);
int set_stop(struct set *set);
int set_reset(struct set *set);
int set_period(struct set *set, const struct pmc_ioctl_period *how);
/* The caller holds the file of the other set. */
int set_output(struct set *set, struct set *other, u16 first_event);
/* counts: room for read->n. */
int set_read(struct set *set, struct pmc_ioctl_read *read, struct pmc_ioctl_count *counts);

/* In an interrupt of the CPU where an overflow has stopped the set: its context counts no more. */
void set_stop_overflown(struct set *set);

#endif
