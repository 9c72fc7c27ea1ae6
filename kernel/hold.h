/* SPDX-License-Identifier: GPL-2.0 */
/* Taking the PMU of all CPUs for sets, and giving it back. */
#ifndef PMC_KERNEL_HOLD_H
#define PMC_KERNEL_HOLD_H

#include <linux/types.h>

/*
 * For one set; with plans_mutex. -EBUSY: somebody else has the PMU; -ENODEV: there is none that
 * works.
 */
int hold_get(void);
void hold_put(void);
/* The sets that hold the PMU. */
u32 hold_count(void);

/*
 * A CPU comes or goes while nothing counts on it. On that CPU, interrupts off; calls may be
 * repeated.
 */
void hold_begin_cpu(void);
void hold_end_cpu(void);
/* Cancels the timers of this CPU, which nothing starts any more. */
void hold_cancel_cpu(void);

#endif
