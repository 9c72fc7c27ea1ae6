/* SPDX-License-Identifier: GPL-2.0 */
/* Events that come from user mode. */
#ifndef PMC_KERNEL_EVENT_H
#define PMC_KERNEL_EVENT_H

#include <linux/types.h>

struct encoding;
struct pmc_ioctl_event;

/* When hw_pmu is known. */
void event_init(void);

/*
 * Checks an event, and makes an encoding that can be written to registers. -ERANGE, -EACCES,
 * -EOPNOTSUPP, -EIO, -EINVAL: as PMC_IOC_SETUP returns them. *counts_kernel: the event counts
 * kernel mode, too.
 */
int event_check(const struct pmc_ioctl_event *event, struct encoding *enc, bool *counts_kernel);

#endif
