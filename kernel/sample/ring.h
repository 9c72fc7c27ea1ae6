/* SPDX-License-Identifier: GPL-2.0 */
/* The rings of a set that samples (ring.c). */
#ifndef PMC_KERNEL_RING_H
#define PMC_KERNEL_RING_H

#include <linux/irq_work.h>
#include <asm/local64.h>

#include "kernel/driver.h"

/* One producer at a time: the CPU that the ring's thread, or CPU, counts on. */
struct ring {
	struct pmc_ioctl_ring
		*page; /* the reader may write anything there: nothing is believed but tail */
	u8 *data;
	u64 size, head;
	u64 samples, lost, missed;
	local64_t throttled; /* from an interrupt too, and from an NMI in it */
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

/* The ring for what this context counts on this CPU; NULL: none is mapped. */
struct ring *ring_of(const struct context *context);

/* All 64 bits at once, after everything that was written before. */
static inline void ring_publish(u64 *to, u64 old, u64 new)
{
#ifdef CONFIG_64BIT
	smp_store_release(to, new);
#else
	/* A reader that has written there itself gets the new value the second time, or keeps his own. */
	u64 found = cmpxchg64(to, old, new);

	if (found != old)
		cmpxchg64(to, found, new);
#endif
}

/* A record may be made in its place, when it is in one piece there whatever its size up to `most`. */
static inline bool ring_place(const struct ring *ring, u32 most, struct pmc_ioctl_sample **to)
{
	u64 last = ring->size - most, at = ring->head & (ring->size - 1);

	/* Also with a tail that cannot be. */
	if (unlikely(ring->head - READ_ONCE(ring->page->tail) > last || at > last))
		return false;
	barrier(); /* x86 does not store before an earlier load */
	*to = (void *)(ring->data + at);
	return true;
}

/* The record that was made there is whole. */
static inline void ring_commit(struct ring *ring, u32 size)
{
	struct pmc_ioctl_ring *page = ring->page;
	u64 head = ring->head + size;

	WRITE_ONCE(page->samples, ++ring->samples);
	ring_publish(&page->head, ring->head, head);
	ring->head = head;
	if (unlikely(head - READ_ONCE(page->tail) > ring->size / 2))
		irq_work_queue(&ring->wake);
}

/* One that was made elsewhere. Both from NMIs too. */
void ring_put(struct ring *ring, const void *record, u32 size);
/* Samples that were not taken. */
void ring_missed(struct ring *ring, u64 n);
void ring_throttled(struct ring *ring, u64 n);

#endif
