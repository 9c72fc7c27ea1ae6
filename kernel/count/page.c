// SPDX-License-Identifier: GPL-2.0
/*
 * The mapped page: what a thread needs to read its own counters with RDPMC. If RDPMC is closed to
 * the set (rdpmc.c), the page shows sums alone, since the value in a counter tells what others
 * counted with it.
 */
#include <linux/bitops.h>
#include <linux/gfp.h>

#include "kernel/base/vma.h"
#include "kernel/count/context.h"
#include "kernel/count/hold.h"
#include "kernel/count/page.h"
#include "kernel/count/rdpmc.h"
#include "kernel/count/turn.h"
#include "kernel/pmu/reg_plan.h"

void page_update(struct context *context)
{
	struct pmc_ioctl_page *page = context->set->page;
	const struct planned_counter *c, *end;
	bool counts = context->cpu >= 0;
	u32 i;

	WRITE_ONCE(page->seq, page->seq + 1);
	barrier();
	page->running = counts;
	page->tsc = context->tsc;
	page->tsc_base = context->tsc_base;
	for (i = 0; i < context->n; i++) {
		page->counter[i].index = 0;
		page->counter[i].sum = context->count[i].sum;
		page->counter[i].base = 0;
	}
	/* Elsewhere the base would tell what the counter held before. */
	if (counts && context->set->rdpmc) {
		c = context->plan->counter;
		for (end = c + context->plan->n_counters; c < end; c++) {
			page->counter[c->event].index = c->rdpmc + 1;
			page->counter[c->event].width = (u32)fls64(c->mask);
			page->counter[c->event].base = context->count[c->event].base;
		}
	}
	barrier();
	WRITE_ONCE(page->seq, page->seq + 1);
}

void page_mark_partial(struct set *set, bool partial)
{
	u32 flags = set->page->flags & ~PMC_PAGE_PARTIAL;

	WRITE_ONCE(set->page->flags, flags | (partial ? PMC_PAGE_PARTIAL : 0));
}

/* ---- Mapping ---- */

static bool permits_rdpmc(const struct vm_area_struct *vma)
{
	return ((const struct set *)vma->vm_file->private_data)->rdpmc;
}

static void vma_open(struct vm_area_struct *vma)
{
	if (permits_rdpmc(vma))
		rdpmc_allow(vma->vm_mm);
}

static void vma_close(struct vm_area_struct *vma)
{
	if (permits_rdpmc(vma))
		rdpmc_forbid(vma->vm_mm);
}

static const struct vm_operations_struct vm_ops = { .open = vma_open, .close = vma_close };

static void fill(struct set *set, struct pmc_ioctl_page *page)
{
	struct context *context;
	unsigned long flags;

	page->version = PMC_ABI_VERSION;
	page->flags = set->rdpmc ? PMC_PAGE_RDPMC : 0;
	page->n = set->n;
	page->counter_offset = offsetof(struct pmc_ioctl_page, counter);
	page->counter_size = sizeof(page->counter[0]);
	raw_spin_lock_irqsave(&set->lock, flags);
	set->page = page;
	list_for_each_entry(context, &set->contexts, of_set) {
		raw_spin_lock(&context->lock);
		page_mark_partial(set, turn_is_partial(context));
		page_update(context);
		raw_spin_unlock(&context->lock);
	}
	raw_spin_unlock_irqrestore(&set->lock, flags);
}

/* Whoever may read counters at any time must hold the PMU: it may show another one's to nobody. */
static int get_rdpmc(struct set *set)
{
	int err;

	if (!rdpmc_is_possible() || !set->n)
		return 0;
	err = hold_get(false);
	if (err)
		return err;
	set->rdpmc = rdpmc_get();
	if (!set->rdpmc)
		hold_put();
	return 0;
}

int page_map(struct set *set, struct vm_area_struct *vma)
{
	struct pmc_ioctl_page *page;
	int err;

	BUILD_BUG_ON(sizeof(*page) > PAGE_SIZE);
	if (vma->vm_end - vma->vm_start != PAGE_SIZE || vma->vm_pgoff ||
	    !(vma->vm_flags & VM_SHARED) || vma->vm_flags & (VM_WRITE | VM_EXEC))
		return -EINVAL;
	if (set->flags & PMC_SETUP_INHERIT || set->samples)
		return -EOPNOTSUPP;
	if (!set->attached || !context_is_of_current(set))
		return -ENOTCONN;
	page = NULL;
	if (!set->page) {
		page = (void *)get_zeroed_page(GFP_KERNEL_ACCOUNT);
		if (!page)
			return -ENOMEM;
		err = get_rdpmc(set);
		if (err) {
			free_page((unsigned long)page);
			return err;
		}
	}
	/*
	 * This clears what others left in the counters. The page tells where the set's counters
	 * began, and other threads of the process see the page as soon as it is there.
	 */
	vma_open(vma);
	if (page)
		fill(set, page);
	err = vm_insert_page(vma, vma->vm_start, virt_to_page(set->page));
	if (err) {
		vma_close(vma);
		return err;
	}
	vma_restrict(vma, VM_MAYWRITE | VM_MAYEXEC);
	vma->vm_ops = &vm_ops;
	return 0;
}

void page_close(struct set *set)
{
	if (!set->rdpmc)
		return;
	rdpmc_put();
	hold_put();
}

void page_free(struct set *set)
{
	if (set->page)
		free_page((unsigned long)set->page);
}
