/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Contexts that need the same counters take turns on their CPU. With interrupts off, on the CPU
 * itself.
 */
#ifndef PMC_KERNEL_TURN_H
#define PMC_KERNEL_TURN_H

#include "kernel/base/types.h"

/* Of two sets that may meet: from now on they take turns where both count. */
void turn_share(struct set *a, struct set *b);

/* A context whose plan is special comes to this CPU: it counts or waits. With its lock. */
void turn_arrive(struct context *context);
/* It has left the CPU. With its lock. */
void turn_leave(struct context *context);
/* It was on the counters, or waited for them, for so many ticks. With its lock. */
void turn_account(struct context *context, u64 ran);
/* Does it wait for counters? With its lock, or on its CPU. */
bool turn_waits(const struct context *context);
/* Are its events, since the last reset, not all counted all the time? With its lock. */
bool turn_is_partial(const struct context *context);

/* Gives those that wait what others have left. */
void turn_refill(void);
/* The time of a turn is over. False: no context of this CPU rotates or waits. */
bool turn_tick(void);

#endif
