/* SPDX-License-Identifier: GPL-2.0 */
/* The reservation of the counters that the kernel's users of the PMU make with one another. */
#ifndef PMC_KERNEL_RESERVE_H
#define PMC_KERNEL_RESERVE_H

#include <linux/types.h>

/* -EBUSY: perf or another driver has them; -ENODEV: counters keep nothing. */
int reserve_get(void);
/* The same without trying whether they work. */
int reserve_take(void);
void reserve_put(void);
/* Does every counter keep what is written to it, or does somebody count with them? */
bool reserve_try(void);

#endif
