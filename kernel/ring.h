/* SPDX-License-Identifier: GPL-2.0 */
/* The rings of a set that samples (ring.c). */
#ifndef PMC_KERNEL_RING_H
#define PMC_KERNEL_RING_H

#include <linux/irq_work.h>

#include "kernel/driver.h"

/* One producer at a time: the CPU that the ring's thread, or CPU, counts on. */
struct ring {
	struct pmc_ioctl_ring *page; /* the reader may write anything there: nothing is believed but tail */
	u8 *data;
	u64 size, head;
	u64 samples, lost, missed, throttled;
	struct irq_work wake;
	struct set *set;
};

struct rings {
	u32 n;
	u32 n_pages;
	struct page **pages;
	void *memory;
	struct ring ring[];
};

/* The ring for what this part counts on this CPU; NULL: none is mapped. */
struct ring *ring_of(const struct part *part);
/* From NMIs too. */
void ring_put(struct ring *ring, const void *record, u32 size);
/* Samples that were not taken. */
void ring_missed(struct ring *ring, u64 n);
void ring_throttled(struct ring *ring, u64 n);

#endif
