/* SPDX-License-Identifier: GPL-2.0 */
/* A CPU begins to count: from then on its registers belong to the module, and its timer runs. */
#ifndef PMC_KERNEL_BEGIN_H
#define PMC_KERNEL_BEGIN_H

#include <linux/types.h>

/* The PMU is held from now on, so CPUs may begin. */
void begin_allow(void);
/* Is the PMU held? */
bool begin_is_allowed(void);
/*
 * On the CPU itself, with interrupts off. A CPU begins when the first context comes to it, and CPUs
 * where nothing is counted are left alone. False: it never will, or nobody holds the PMU.
 */
bool begin_here(void);
/* From now on nothing begins on this CPU; interrupts off. */
void begin_never_here(void);
void end_here(void);
/* Ends on all CPUs that have begun, and nothing begins any more. */
void end_everywhere(void);

#endif
