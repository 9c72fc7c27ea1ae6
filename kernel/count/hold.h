/* SPDX-License-Identifier: GPL-2.0 */
/* Taking the PMU of all CPUs for sets that count, and giving it back. */
#ifndef PMC_KERNEL_HOLD_H
#define PMC_KERNEL_HOLD_H

#include <linux/mutex.h>
#include <linux/types.h>

struct set;

/*
 * While it is locked, the PMU is neither taken nor given back. Taken inside a process's memory lock
 * and inside set->mutex; CPUs may come and go meanwhile.
 */
extern struct mutex hold_mutex;

/*
 * Could a set have the PMU now? -EBUSY: somebody else has it; -ENODEV: there is none that works.
 */
int hold_ask(void);
/* Takes it, once for each set that counts; samples: counters will interrupt. Errors as above. */
int hold_get(bool samples);
/* In any context. After the last one the PMU is given back in a moment. */
void hold_put(void);
/* The set has nothing to count any more: puts the PMU if the set holds it. With set->lock. */
void hold_drop(struct set *set);
/* Gives it back now, if nobody holds it. */
void hold_end(void);
/* The sets that hold the PMU; 0: Linux's perf can take it. */
u32 hold_count(void);
/* The module is unloaded. */
void hold_exit(void);

#endif
