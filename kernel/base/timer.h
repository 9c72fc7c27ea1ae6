/* SPDX-License-Identifier: GPL-2.0 */
/* Timers of one CPU, whose functions run in the interrupt itself, in real-time kernels too. */
#ifndef PMC_KERNEL_TIMER_H
#define PMC_KERNEL_TIMER_H

#include <linux/hrtimer.h>
#include <linux/ktime.h>

static inline void cpu_timer_init(struct hrtimer *timer,
				  enum hrtimer_restart (*function)(struct hrtimer *))
{
#ifdef PMC_HAVE_HRTIMER_SETUP
	hrtimer_setup(timer, function, CLOCK_MONOTONIC, HRTIMER_MODE_REL_PINNED_HARD);
#else
	hrtimer_init(timer, CLOCK_MONOTONIC, HRTIMER_MODE_REL_PINNED_HARD);
	timer->function = function;
#endif
}

/* It runs on the CPU that starts it. */
static inline void cpu_timer_start(struct hrtimer *timer, u64 ns)
{
	hrtimer_start(timer, ns_to_ktime(ns), HRTIMER_MODE_REL_PINNED_HARD);
}

#endif
