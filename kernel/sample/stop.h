/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Sets that a sample stops, to send a signal (kernel/signal.c). The NMI notes what the context's
 * counters hold and that the set does not run; from that instant on nothing is added to its counts.
 * In the interrupt that follows at once the context leaves its CPU.
 */
#ifndef PMC_KERNEL_STOP_H
#define PMC_KERNEL_STOP_H

#include <linux/irq_work.h>

#include "kernel/base/types.h"

struct sampler;

struct stop {
	struct irq_work off, send; /* takes the context off the CPU; sends the signal */
	unsigned long due;	   /* bit i: event i was */
	int signal, fd;
	struct pid *pid;	 /* the thread that gets it … */
	const struct cred *cred; /* … and what it was when it asked for that */
	struct set *set;
};

/* A sample of a set that has a stop was taken, in its NMI or later. */
void stop_note(const struct sampler *sampler, bool in_its_nmi);
/* At the end of an NMI: stops the contexts of this CPU that stop_note() has noted in it. */
void stop_contexts(void);

#endif
