/* SPDX-License-Identifier: GPL-2.0 */
/* The timers of each CPU that read its counters and rotate events. */
#ifndef PMC_KERNEL_COUNT_TIMER_H
#define PMC_KERNEL_COUNT_TIMER_H

void timer_init(void);
/* Nothing starts a timer any more. */
void timer_exit(void);
/* Starts reading the counters of this CPU from time to time; interrupts off. */
void timer_start(void);
/* A context on this CPU rotates, or waits; interrupts off. */
void timer_start_rotation(void);
/* Counters are free that a context waits for; interrupts off. */
void timer_rotate_soon(void);
/* Cancels both timers of a CPU, which nothing starts any more. */
void timer_cancel(int cpu);

#endif
