/* SPDX-License-Identifier: GPL-2.0 */
/* PMC_IOC_READ by the thread that the set counts. */
#ifndef PMC_KERNEL_READ_H
#define PMC_KERNEL_READ_H

#include <linux/compiler.h>
#include <linux/types.h>

struct pmc_ioctl_read;
struct set;

/* False: set_read() must do it, or tell why it cannot be done. */
bool read_current(struct set *set, struct pmc_ioctl_read __user *arg);

#endif
