// SPDX-License-Identifier: GPL-2.0
/*
 * Rings: memory that a set shares with its reader. One CPU at a time writes records, from NMIs,
 * too, without locks: the kernel owns `head`, and the reader owns `tail`. The kernel reads once,
 * and checks, what the reader may overwrite; an impossible tail makes the ring look full, and
 * nothing worse.
 */
#include <linux/capability.h>
#include <linux/mm.h>
#include <linux/poll.h>
#include <linux/sched/signal.h>
#include <linux/sched/user.h>
#include <linux/slab.h>
#include <linux/vmalloc.h>

#include "kernel/base/vma.h"
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
	wake_up_interruptible_all(&container_of(work, struct ring, wake)->set->wait);
}

void ring_put(struct ring *ring, const void *record, u32 size)
{
	u64 used = ring->head - READ_ONCE(ring->page->tail), at = ring->head & (ring->size - 1);
	u32 first = (u32)min_t(u64, size, ring->size - at);

	if (used > ring->size || ring->size - used < size) {
		WRITE_ONCE(ring->page->lost, ++ring->lost);
		irq_work_queue(&ring->wake);
		return;
	}
	barrier(); /* x86 does not store before an earlier load */
	memcpy(ring->data + at, record, first);
	memcpy(ring->data, (const u8 *)record + first, size - first);
	ring_commit(ring, size);
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
	struct rings *rings = READ_ONCE(set->rings);

	if (rings)
		irq_work_queue(&rings->ring[0].wake);
}

bool rings_have_records(struct set *set)
{
	struct rings *rings = READ_ONCE(set->rings);
	u32 i;

	for (i = 0; rings && i < rings->n; i++)
		if (READ_ONCE(rings->ring[i].page->head) != READ_ONCE(rings->ring[i].page->tail))
			return true;
	return false;
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
	kfree(rings);
}

static struct rings *create_rings(struct set *set, u32 n, u32 pages_each)
{
	struct rings *rings = kzalloc(struct_size(rings, ring, n), GFP_KERNEL_ACCOUNT);
	struct ring *ring;
	u32 i;

	if (!rings)
		return NULL;
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
		ring->size = (u64)(pages_each - 1) * PAGE_SIZE;
		ring->set = set;
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

static void uncharge(struct set *set, unsigned long pages)
{
	atomic_long_sub((long)pages, &set->cred->user->locked_vm);
}

u32 rings_needed(const struct set *set)
{
	if (!set->samples)
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
		uncharge(set, pages);
		return -ENOMEM;
	}
	err = vm_map_pages_zero(vma, rings->pages, rings->n_pages);
	if (!err && cmpxchg(&set->rings, NULL, rings))
		err = -EBUSY;
	if (err) {
		/* The kernel removes the pages that are in the mapping already. */
		destroy_rings(rings);
		uncharge(set, pages);
		return err;
	}
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
	/* Somebody may have mapped rings meanwhile. */
	if (cmpxchg(&set->rings, NULL, rings))
		destroy_rings(rings);
	else /* rings_free() gives that back. */
		atomic_long_add((long)rings->n_pages, &set->cred->user->locked_vm);
	return 0;
}

void rings_free(struct set *set)
{
	struct rings *rings = set->rings;
	u32 i;

	if (!rings)
		return;
	for (i = 0; i < rings->n; i++)
		irq_work_sync(&rings->ring[i].wake);
	set->rings = NULL;
	uncharge(set, rings->n_pages);
	destroy_rings(rings);
}
