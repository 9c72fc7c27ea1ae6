/* SPDX-License-Identifier: GPL-2.0 */
/* What hw.c, cpu.c and page.c know of each other, beside driver.h. */
#ifndef PMC_KERNEL_HW_H
#define PMC_KERNEL_HW_H

#include <linux/hrtimer.h>

#include "kernel/driver.h"

/* This CPU comes, or goes, when nothing counts on it; interrupts off. What has begun, or ended, is left alone. */
void hw_cpu_begin(void);
void hw_cpu_end(void);
/* Its timers, which nothing starts any more. */
void hw_cpu_cancel(void);
void hw_prepare_timer(struct hrtimer *timer, enum hrtimer_restart (*function)(struct hrtimer *));
/* sample.c: the same for the interrupts of counters. */
void sample_cpu_begin(void);
void sample_cpu_end(void);
void sample_cpu_cancel(void);
/* Switch off and clear what no context of this CPU counts with; interrupts off. */
void hw_clear_idle(void);

#endif
