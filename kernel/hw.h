/* SPDX-License-Identifier: GPL-2.0 */
/* What hw.c, cpu.c and page.c know of each other, beside driver.h. */
#ifndef PMC_KERNEL_HW_H
#define PMC_KERNEL_HW_H

#include <linux/hrtimer.h>

#include "kernel/driver.h"

/* This CPU comes or goes while the PMU is held; interrupts off. Its timer is cancelled with them on. */
void hw_cpu_begin(void);
/* The machine is going to sleep, or does, or wakes up: registers are not touched. */
extern bool hw_asleep;
void hw_cpu_end(void);
void hw_cpu_cancel(void);
void hw_prepare_timer(struct hrtimer *timer, enum hrtimer_restart (*function)(struct hrtimer *));
/* sample.c: the same for the interrupts of counters. */
void sample_cpu_begin(void);
void sample_cpu_end(void);
void sample_cpu_cancel(void);
/* Switch off and clear what no part of this CPU counts with; interrupts off. */
void hw_clear_idle(void);

#endif
