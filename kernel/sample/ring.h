/* SPDX-License-Identifier: GPL-2.0 */
/* The rings of a set that samples. */
#ifndef PMC_KERNEL_RING_H
#define PMC_KERNEL_RING_H

#include <linux/irq_work.h>
#include <linux/refcount.h>
#include <asm/local64.h>

#include "kernel/base/types.h"

struct cred;
struct stack_part;
struct vm_area_struct;

/*
 * It has one producer at a time: the CPU on which the context of the ring counts, or its task runs.
 * So it is if contexts of several sets write to it, for all of them count the same task, or this
 * CPU. An NMI may interrupt that CPU while it writes a record.
 */
struct ring {
	struct pmc_ioctl_ring *page; /* the reader may write anything there: only tail is read */
	u8 *data;
	u64 head;
	/*
	 * Bytes that the reader has not taken: with more ring_reached() is called, which wakes it.
	 * 0 if he waits for a number of samples, so that this needs no test of its own.
	 */
	u64 wake_at;
	u32 wake_samples; /* he waits for so many; 0: for bytes */
	u32 seen;	  /* of ring_written(), when poll last told of samples … */
	u32 seen_lost;	  /* … and of what was lost */
	u32 size, mask;	  /* mask: size - 1 */
	/*
	 * What ring_place() finds: the size; or 0 while a sample must not be written in its place,
	 * because the NMI has interrupted ring_put(), or something was lost and that has to be told
	 * first. So the frequent way has no test of its own for either.
	 */
	long room;
	bool writing; /* a record below head is not complete: publish later */
	bool untold;  /* something was lost, and a record has to tell that first */
	bool tells;   /* the set has records */
	u64 samples, lost, missed;
	u64 lost_records;
	u64 told_lost, told_records; /* of those, in records */
	local64_t throttled; /* changed in an interrupt, and in an NMI that interrupts that */
	struct irq_work wake;
	struct set *set; /* of its reader; NULL: that is closed, and other sets write here still */
};

struct rings {
	refcount_t refs;	 /* one for each set that writes to them */
	const struct cred *cred; /* of whose user they take memory */
	u32 charged;		 /* pages of it */
	u32 n;
	u32 n_pages;
	struct page **pages;
	void *memory;
	struct ring ring[];
};

/* The ring of a context on this CPU. NULL: none is mapped. */
struct ring *ring_of(const struct context *context);

/* Stores all 64 bits at once, after everything that was written before. */
static inline void ring_publish(u64 *to, u64 old, u64 new)
{
#ifdef CONFIG_64BIT
	smp_store_release(to, new);
#else
	/*
	 * If the reader has written there itself, the second try stores the new value, or the
	 * reader keeps his.
	 */
	u64 found = cmpxchg64(to, old, new);

	if (found != old)
		cmpxchg64(to, found, new);
#endif
}

/* More is in the ring than wake_at: wakes the reader if that suffices. */
void ring_reached(struct ring *ring);

/* How many samples were taken, whether there was room for them or not. */
static inline u64 ring_taken(const struct ring *ring)
{
	return ring->samples + ring->lost;
}

/*
 * Finds the place of the next sample, if a record of up to `most` bytes does not wrap around there
 * and nothing forbids to write it in its place (room).
 */
static inline bool ring_place(const struct ring *ring, u32 most, struct pmc_ioctl_sample **to)
{
	long last = READ_ONCE(ring->room) - (long)most, at = (long)(ring->head & ring->mask);

	/* The first test also fails for an impossible tail, the second one if there is no room. */
	if (unlikely(ring->head - READ_ONCE(ring->page->tail) > (u64)last || at > last))
		return false;
	barrier(); /* x86 does not store before an earlier load */
	*to = (void *)(ring->data + at);
	return true;
}

/* The sample in its place is complete: publish it. Nobody is in ring_put(), or there was no
 * room. */
static inline void ring_commit(struct ring *ring, u32 size)
{
	struct pmc_ioctl_ring *page = ring->page;
	u64 head = ring->head + size;

	WRITE_ONCE(page->samples, ++ring->samples);
	ring_publish(&page->head, ring->head, head);
	ring->head = head;
	if (unlikely(head - READ_ONCE(page->tail) > ring->wake_at))
		ring_reached(ring);
}

/* The record of a sample was taken, and is not in the ring. */
static inline void ring_took(struct ring *ring)
{
	WRITE_ONCE(ring->page->samples, ++ring->samples);
}

/*
 * Copies a record to the ring and publishes it; with interrupts off. Unless it is the
 * sample of an NMI it gets its time here, so that times go up in the ring. NMIs call all of these,
 * and ring_place() and ring_commit() are for them alone.
 */
void ring_put(struct ring *ring, struct pmc_ioctl_record *record);
/*
 * The same for a sample of an NMI, with a copy of this stack behind it. It is lost if there is no
 * room for all of the stack; then as much is copied as is in memory.
 */
void ring_put_with_stack(struct ring *ring, struct pmc_ioctl_sample *sample,
			 const struct stack_part *stack);
/* Count samples that were not taken. */
void ring_missed(struct ring *ring, u64 n);
void ring_throttled(struct ring *ring, u64 n);

/* ---- All rings of a set ---- */

/* How many rings the set has; 0: it has neither samples nor records. */
u32 rings_needed(const struct set *set);
/* With the lock of the memory: errors as in pmc_ioctl.h. */
int rings_map(struct set *set, struct vm_area_struct *vma);
/* Makes rings that nobody maps, which count the samples, if the set has none. 0 or -ENOMEM. */
int rings_make(struct set *set);
/*
 * With set->mutex: the set writes to the rings of another one, which is not closed meanwhile. 0,
 * -ENOBUFS or -EBUSY, as in pmc_ioctl.h.
 */
int rings_share(struct set *set, const struct set *other);
/* The set writes no more. */
void rings_put(struct set *set);
/* With set->mutex: when the reader wakes up. Errors as in pmc_ioctl.h. */
int rings_wakeup(struct set *set, const struct pmc_ioctl_wakeup *how);
/* What poll(2) reports: are there as many records as the reader waits for? Any if the set ended. */
bool rings_are_ready(struct set *set, bool ended);
/* Wakes who polls, because the set has nothing to count any more. From any context. */
void rings_wake(struct set *set);

#endif
