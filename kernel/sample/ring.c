// SPDX-License-Identifier: GPL-2.0
/*
 * Rings: memory that a set shares with its reader. One CPU at a time writes records, in NMIs, too,
 * without locks: the kernel owns `head`, and the reader owns `tail`. The kernel reads once,
 * and checks, what the reader may overwrite; an impossible tail makes the ring look full, and
 * nothing worse.
 */
#include <linux/atomic.h>
#include <linux/build_bug.h>
#include <linux/capability.h>
#include <linux/mm.h>
#include <linux/poll.h>
#include <linux/preempt.h>
#include <linux/sched/signal.h>
#include <linux/sched/user.h>
#include <linux/slab.h>
#include <linux/vmalloc.h>
#include <asm/tsc.h>

#include "kernel/base/vma.h"
#include "kernel/sample/dump.h"
#include "kernel/sample/ring.h"

#define MAX_BYTES (64ul << 20)
#define FREE_PAGES \
	(512u << 10 >> PAGE_SHIFT) /* for each CPU: what a user may lock beyond RLIMIT_MEMLOCK */

struct ring *ring_of(const struct context *context)
{
	struct rings *rings = READ_ONCE(context->set->rings);

	return rings ? &rings->ring[rings->n > 1 ? smp_processor_id() : 0] : NULL;
}

static void wake(struct irq_work *work)
{
	struct set *set = READ_ONCE(container_of(work, struct ring, wake)->set);

	if (set)
		wake_up_interruptible_all(&set->wait);
}

/*
 * ---- Records that are written outside of NMIs, and samples that may wrap around ----
 *
 * An NMI may come at any instruction, and write a sample. So a place is taken by one instruction.
 * While the record there is not complete, `writing` says so, and an NMI leaves it to its victim to
 * show the reader what both have written. `room` is 0 meanwhile, which sends the NMI's samples
 * here.
 */

/* On 32 bits an NMI may come between the halves. */
static u64 head_of(const struct ring *ring)
{
	u64 head, again;

	do {
		head = READ_ONCE(ring->head);
		barrier();
		again = IS_ENABLED(CONFIG_64BIT) ? head : READ_ONCE(ring->head);
	} while (head != again);
	return head;
}

/* Takes a place, at *at. The record's time is before that of a sample which comes behind it. */
static bool reserve(struct ring *ring, struct pmc_ioctl_record *record, u64 *at)
{
	u64 head, found = head_of(ring), used;

	do {
		head = found;
		used = head - READ_ONCE(ring->page->tail);
		if (used > ring->size || ring->size - used < record->size)
			return false;
		/* A kprobe's handler may look like an NMI. */
		if (record->type != PMC_RECORD_SAMPLE || !in_nmi())
			record->time = rdtsc();
		found = cmpxchg64_local(&ring->head, head, head + record->size);
	} while (found != head);
	*at = head & ring->mask;
	return true;
}

/*
 * Copies the stack of an NMI's sample to where it belongs, behind the place that the sample gets:
 * nobody else can take that meanwhile. So what cannot be copied needs no room.
 */
static bool add_stack(const struct ring *ring, struct pmc_ioctl_sample *sample,
		      const struct stack_part *stack)
{
	u64 at = head_of(ring), used = at - READ_ONCE(ring->page->tail);
	u32 first, copied;

	if (used > ring->size || ring->size - used < sample->size + stack->size)
		return false;
	barrier(); /* x86 does not store before an earlier load */
	at = (at + sample->size) & ring->mask;
	first = (u32)min_t(u64, stack->size, ring->size - at);
	copied = dump_copy(ring->data + at, stack->from, first);
	if (copied == first && first < stack->size)
		copied += dump_copy(ring->data, stack->from + first, stack->size - first);
	sample->n_stack = (u16)(copied / sizeof(u64));
	sample->size = (u16)(sample->size + sample->n_stack * sizeof(u64));
	return true;
}

/* stack: of a sample; NULL: none */
static bool write_record(struct ring *ring, struct pmc_ioctl_record *record,
			 const struct stack_part *stack)
{
	u32 size = record->size, first;
	u64 at;

	if (stack && !add_stack(ring, (struct pmc_ioctl_sample *)record, stack))
		return false;
	if (!reserve(ring, record, &at))
		return false;
	barrier(); /* x86 does not store before an earlier load */
	first = (u32)min_t(u64, size, ring->size - at);
	memcpy(ring->data + at, record, first);
	memcpy(ring->data, (const u8 *)record + first, size - first);
	return true;
}

static bool write_lost(struct ring *ring)
{
	u64 lost, lost_records;
	struct pmc_ioctl_lost record = {
		.head = { .type = PMC_RECORD_LOST,
			  .size = sizeof(record),
			  .fixed = sizeof(record),
			  .cpu = (u32)smp_processor_id() },
	};

	/* If an NMI loses one more, that is for the next time. */
	WRITE_ONCE(ring->untold, false);
	barrier();
	lost = READ_ONCE(ring->lost);
	lost_records = ring->lost_records;
	record.samples = lost - ring->told_lost;
	record.records = lost_records - ring->told_records;
	if (!write_record(ring, &record.head, NULL)) {
		WRITE_ONCE(ring->untold, true);
		return false;
	}
	ring->told_lost = lost;
	ring->told_records = lost_records;
	return true;
}

/*
 * From here on NMIs write no sample in its place and publish nothing. One that comes between the
 * two stores may still do so, which is right: nothing has been reserved yet.
 */
static void close_ring(struct ring *ring)
{
	WRITE_ONCE(ring->writing, true);
	barrier();
	WRITE_ONCE(ring->room, 0);
	barrier();
}

/* An NMI may lose something, or tell of it, before its victim has stored what it found. */
static void open_ring(struct ring *ring)
{
	long room;

	do {
		room = READ_ONCE(ring->untold) ? 0 : (long)ring->size;
		WRITE_ONCE(ring->room, room);
		barrier();
	} while (READ_ONCE(ring->untold) != !room);
}

/* Shows the reader all that is complete. An NMI may add more until nobody writes any more. */
static void publish(struct ring *ring)
{
	u64 head;

	for (;;) {
		head = head_of(ring);
		ring_publish(&ring->page->head, 0, head);
		barrier();
		WRITE_ONCE(ring->writing, false);
		barrier();
		if (head == head_of(ring))
			break;
		close_ring(ring);
	}
	open_ring(ring);
	if (head - READ_ONCE(ring->page->tail) > ring->wake_at)
		ring_reached(ring);
}

static void lose(struct ring *ring, bool sample)
{
	if (sample)
		WRITE_ONCE(ring->page->lost, ++ring->lost);
	else
		WRITE_ONCE(ring->page->lost_records, ++ring->lost_records);
	WRITE_ONCE(ring->untold, ring->tells);
	irq_work_queue(&ring->wake);
}

static void put_any(struct ring *ring, struct pmc_ioctl_record *record,
		    const struct stack_part *stack)
{
	bool inside = READ_ONCE(ring->writing), sample = record->type == PMC_RECORD_SAMPLE, told;

	close_ring(ring);
	/* Whoever was interrupted may be telling it at this moment. */
	told = inside || !READ_ONCE(ring->untold) || write_lost(ring);
	if (!told || !write_record(ring, record, stack))
		lose(ring, sample);
	else if (sample)
		WRITE_ONCE(ring->page->samples, ++ring->samples);
	barrier();
	if (!inside)
		publish(ring);
}

void ring_put(struct ring *ring, struct pmc_ioctl_record *record)
{
	put_any(ring, record, NULL);
}

void ring_put_with_stack(struct ring *ring, struct pmc_ioctl_sample *sample,
			 const struct stack_part *stack)
{
	put_any(ring, (struct pmc_ioctl_record *)sample, stack);
}

void ring_missed(struct ring *ring, u64 n)
{
	ring->missed += n;
	WRITE_ONCE(ring->page->missed, ring->missed);
}

void ring_throttled(struct ring *ring, u64 n)
{
	s64 sum = local64_add_return(n, &ring->throttled), shown;

	/* An NMI for another event may come in between. */
	do {
		shown = sum;
		WRITE_ONCE(ring->page->throttled, shown);
		barrier();
		sum = local64_read(&ring->throttled);
	} while (sum != shown);
}

void rings_wake(struct set *set)
{
	if (READ_ONCE(set->rings))
		irq_work_queue(&set->hangup);
}

/* ---- Waking the reader ---- */

static u64 unread(const struct ring *ring)
{
	return READ_ONCE(ring->page->head) - READ_ONCE(ring->page->tail);
}

/* Numbers that go round: only differences matter, and on 32 bits they are read at once. */
static u32 samples_written(const struct ring *ring)
{
	return (u32)READ_ONCE(*(const unsigned long *)&ring->samples);
}

static u32 all_lost(const struct ring *ring)
{
	return (u32)READ_ONCE(*(const unsigned long *)&ring->lost) +
	       (u32)READ_ONCE(*(const unsigned long *)&ring->lost_records);
}

static bool has_samples(const struct ring *ring, u32 wanted)
{
	return samples_written(ring) - READ_ONCE(ring->seen) >= wanted ||
	       unread(ring) > ring->size / 2;
}

void ring_reached(struct ring *ring)
{
	u32 wanted = READ_ONCE(ring->wake_samples);

	if (!wanted || has_samples(ring, wanted))
		irq_work_queue(&ring->wake);
}

/* Poll tells of samples, and of a loss, once. */
static bool is_ready(struct ring *ring, bool watermark)
{
	u32 wanted = READ_ONCE(ring->wake_samples), lost = all_lost(ring);
	bool ready;

	if (!watermark)
		return unread(ring) > 0;
	if (wanted)
		ready = has_samples(ring, wanted);
	else
		ready = unread(ring) > READ_ONCE(ring->wake_at);
	if (lost != READ_ONCE(ring->seen_lost))
		ready = true;
	if (ready) {
		WRITE_ONCE(ring->seen, samples_written(ring));
		WRITE_ONCE(ring->seen_lost, lost);
	}
	return ready;
}

/* Are they the set's own, and not those of another one? */
static bool are_own(const struct rings *rings, const struct set *set)
{
	return READ_ONCE(rings->ring[0].set) == set;
}

bool rings_are_ready(struct set *set, bool ended)
{
	struct rings *rings = READ_ONCE(set->rings);
	bool watermark = READ_ONCE(set->wake_bytes) || READ_ONCE(set->wake_samples), ready = false;
	u32 i;

	if (!rings || !are_own(rings, set))
		return false;
	for (i = 0; i < rings->n; i++)
		ready |= is_ready(&rings->ring[i], watermark && !ended);
	return ready;
}

/* Also called after rings have appeared, because the set's reader may have chosen just then. */
static void apply_wakeup(const struct set *set, struct rings *rings)
{
	u32 bytes = READ_ONCE(set->wake_bytes), samples = READ_ONCE(set->wake_samples), i;
	struct ring *ring;

	for (i = 0; i < rings->n; i++) {
		ring = &rings->ring[i];
		WRITE_ONCE(ring->wake_samples, samples);
		WRITE_ONCE(ring->seen, samples_written(ring));
		WRITE_ONCE(ring->wake_at, samples ? 0 :
					  bytes	  ? min(bytes, ring->size / 2) - 1 :
						    ring->size / 2);
	}
}

int rings_wakeup(struct set *set, const struct pmc_ioctl_wakeup *how)
{
	struct rings *rings;

	if (!set->attached)
		return -ENOTCONN;
	if (!rings_needed(set))
		return -EOPNOTSUPP;
	if (how->bytes && how->samples)
		return -EINVAL;
	rings = READ_ONCE(set->rings);
	if (rings && !are_own(rings, set))
		return -EOPNOTSUPP;
	WRITE_ONCE(set->wake_bytes, how->bytes);
	WRITE_ONCE(set->wake_samples, how->samples);
	smp_mb(); /* rings_map() stores the rings, and then looks at these two */
	rings = READ_ONCE(set->rings);
	if (rings)
		apply_wakeup(set, rings);
	/* Whoever sleeps in poll looks again. */
	wake_up_interruptible_all(&set->wait);
	return 0;
}

/* ---- Memory ---- */

static void destroy_rings(struct rings *rings)
{
	u32 i;

	if (rings->memory)
		vunmap(rings->memory);
	for (i = 0; i < rings->n_pages; i++)
		__free_page(rings->pages[i]);
	kvfree(rings->pages);
	put_cred(rings->cred);
	kfree(rings);
}

static struct rings *create_rings(struct set *set, u32 n, u32 pages_each)
{
	struct rings *rings = kzalloc(struct_size(rings, ring, n), GFP_KERNEL_ACCOUNT);
	struct ring *ring;
	u32 i;

	if (!rings)
		return NULL;
	refcount_set(&rings->refs, 1);
	rings->cred = get_cred(set->cred);
	rings->n = n;
	rings->pages = kvcalloc((size_t)n * pages_each, sizeof(*rings->pages), GFP_KERNEL_ACCOUNT);
	while (rings->pages && rings->n_pages < n * pages_each) {
		rings->pages[rings->n_pages] = alloc_page(GFP_KERNEL_ACCOUNT | __GFP_ZERO);
		if (!rings->pages[rings->n_pages])
			break;
		rings->n_pages++;
	}
	if (rings->n_pages == n * pages_each)
		rings->memory = vmap(rings->pages, rings->n_pages, VM_MAP, PAGE_KERNEL);
	if (!rings->memory) {
		destroy_rings(rings);
		return NULL;
	}
	for (i = 0; i < n; i++) {
		ring = &rings->ring[i];
		ring->page = rings->memory + (size_t)i * pages_each * PAGE_SIZE;
		ring->data = (u8 *)ring->page + PAGE_SIZE;
		ring->size = (u32)((pages_each - 1) * PAGE_SIZE);
		ring->mask = ring->size - 1;
		ring->room = (long)ring->size;
		ring->wake_at = ring->size / 2;
		ring->set = set;
		ring->tells = set->flags & PMC_SETUP_RECORDS;
		init_irq_work(&ring->wake, wake);
		ring->page->version = PMC_ABI_VERSION;
		ring->page->data_offset = PAGE_SIZE;
		ring->page->data_size = ring->size;
	}
	return rings;
}

/*
 * Rings are locked in memory, so all rings of a user together count against the limit for locked
 * memory.
 */
static bool charge(struct set *set, unsigned long pages)
{
	atomic_long_t *locked = &set->cred->user->locked_vm;
	unsigned long most = (rlimit(RLIMIT_MEMLOCK) >> PAGE_SHIFT) +
			     (unsigned long)num_online_cpus() * FREE_PAGES;

	if ((unsigned long)atomic_long_add_return((long)pages, locked) <= most ||
	    capable(CAP_IPC_LOCK))
		return true;
	atomic_long_sub((long)pages, locked);
	return false;
}

static void uncharge(const struct cred *cred, unsigned long pages)
{
	atomic_long_sub((long)pages, &cred->user->locked_vm);
}

u32 rings_needed(const struct set *set)
{
	/* What reserve() and readers rely on. */
	BUILD_BUG_ON(offsetof(struct pmc_ioctl_record, time) !=
		     offsetof(struct pmc_ioctl_sample, time));
	if (!set->samples && !(set->flags & PMC_SETUP_RECORDS))
		return 0;
	return set->flags & PMC_SETUP_INHERIT ? nr_cpu_ids : 1;
}

/*
 * With the lock of the memory, inside which set->mutex must not be taken. The caller holds the
 * file.
 */
int rings_map(struct set *set, struct vm_area_struct *vma)
{
	unsigned long size = vma->vm_end - vma->vm_start, pages = size >> PAGE_SHIFT;
	struct rings *rings;
	u32 n = rings_needed(set);
	int err;

	if (!smp_load_acquire(&set->attached))
		return -ENOTCONN;
	if (!n)
		return -EOPNOTSUPP;
	if (!(vma->vm_flags & VM_SHARED) || !(vma->vm_flags & VM_WRITE) ||
	    vma->vm_flags & VM_EXEC || size > MAX_BYTES || pages % n || pages / n < 2 ||
	    !is_power_of_2(pages / n - 1))
		return -EINVAL;
	if (READ_ONCE(set->rings))
		return -EBUSY;
	if (!charge(set, pages))
		return -EAGAIN;
	rings = create_rings(set, n, (u32)(pages / n));
	if (!rings) {
		uncharge(set->cred, pages);
		return -ENOMEM;
	}
	rings->charged = (u32)pages;
	err = vm_map_pages_zero(vma, rings->pages, rings->n_pages);
	if (!err && cmpxchg(&set->rings, NULL, rings))
		err = -EBUSY;
	if (err) {
		/* The kernel removes the pages that are in the mapping already. */
		destroy_rings(rings);
		uncharge(set->cred, pages);
		return err;
	}
	apply_wakeup(set, rings); /* cmpxchg() orders it */
	vma_restrict(vma, VM_MAYEXEC);
	return 0;
}

int rings_make(struct set *set)
{
	struct rings *rings;
	u32 n = rings_needed(set);

	if (!n)
		return 0;
	rings = create_rings(set, n, 2);
	if (!rings)
		return -ENOMEM;
	rings->charged = rings->n_pages;
	/* Somebody may have mapped rings meanwhile. */
	if (cmpxchg(&set->rings, NULL, rings))
		destroy_rings(rings);
	else /* rings_put() gives that back. */
		atomic_long_add((long)rings->n_pages, &set->cred->user->locked_vm);
	return 0;
}

int rings_share(struct set *set, const struct set *other)
{
	struct rings *rings = READ_ONCE(other->rings);

	if (!rings)
		return -ENOBUFS;
	refcount_inc(&rings->refs);
	if (!cmpxchg(&set->rings, NULL, rings))
		return 0;
	refcount_dec(&rings->refs); /* not the last one: the other set has one */
	return -EBUSY;
}

static void sync_wakes(struct rings *rings)
{
	u32 i;

	for (i = 0; i < rings->n; i++)
		irq_work_sync(&rings->ring[i].wake);
}

void rings_put(struct set *set)
{
	struct rings *rings = set->rings;
	u32 i;

	irq_work_sync(&set->hangup);
	if (!rings)
		return;
	set->rings = NULL;
	if (are_own(rings, set)) {
		for (i = 0; i < rings->n; i++)
			WRITE_ONCE(rings->ring[i].set, NULL);
		sync_wakes(rings); /* whoever has found the set wakes nobody any more */
	}
	if (!refcount_dec_and_test(&rings->refs))
		return;
	sync_wakes(rings);
	uncharge(rings->cred, rings->charged);
	destroy_rings(rings);
}
