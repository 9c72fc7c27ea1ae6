/* SPDX-License-Identifier: GPL-2.0 */
/* The limit on the time that a CPU spends handling samples. */
#ifndef PMC_KERNEL_THROTTLE_H
#define PMC_KERNEL_THROTTLE_H

#include <linux/types.h>

struct sample_cpu;

void throttle_init(void);
/*
 * In an NMI that handled the samplers in `served` until now, and took so many ticks: handling has
 * taken a third of a window.
 */
void throttle_check(struct sample_cpu *cpu, u64 served, u64 took, u64 now);
/* Ticks of handling that a window allows. */
u64 throttle_limit(void);
/* Cancels the timer of this CPU, which nothing starts any more. */
void throttle_cancel(void);
/* The same on all CPUs, after the last NMI. */
void throttle_cancel_all(void);

#endif
