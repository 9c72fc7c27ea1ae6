/* SPDX-License-Identifier: GPL-2.0 */
/* Work that runs in an interrupt of this CPU, at once. */
#ifndef PMC_KERNEL_IRQ_WORK_H
#define PMC_KERNEL_IRQ_WORK_H

#include <linux/irq_work.h>

/*
 * The work runs in the interrupt itself, in real-time kernels, too: a CPU whose time is all spent
 * on NMIs has none left for a thread.
 */
#ifdef IRQ_WORK_INIT_HARD
#define HARD_IRQ_WORK(function) IRQ_WORK_INIT_HARD(function)
#else
#define HARD_IRQ_WORK(function) \
	((struct irq_work){ .func = (function), .flags = ATOMIC_INIT(IRQ_WORK_HARD_IRQ) })
#endif

#endif
