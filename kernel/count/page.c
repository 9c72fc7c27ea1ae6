// SPDX-License-Identifier: GPL-2.0
/*
 * The mapped page: a thread reads its own counters with RDPMC. The kernel opens RDPMC to the processes
 * that asked, by CR4.PCE, which it switches with their memory (perf_rdpmc_allowed).
 *
 * RDPMC reads every counter of the CPU. So while any process may, counters are switched off and cleared when
 * the thread that they count leaves (page_is_strict). Counters of a whole CPU go on: they begin at 0 again,
 * with their sum brought up to date, when a thread that may use RDPMC comes to the CPU (page_hide), so that it
 * sees what happened in its own time at most. While CPUs are counted nobody else gets RDPMC: pages come
 * without. So does every page where two logical processors share the counters.
 * A set that was given RDPMC keeps it, mapped or not, until it is closed.
 *
 * Linux lets a child have the RDPMC that its parent had when it was made, and nothing takes it away again: the
 * mapping is not copied, the number of mappings is. So children begin without (page_forked), and when the PMU is
 * taken, at which time neither perf nor a set can have mapped a page, nobody has it (page_begin).
 *
 * Without RDPMC the page shows sums alone: what stands in a counter tells what others have counted with it.
 */
#include <linux/mm.h>
#include <linux/sched/signal.h>
#include <linux/sched/task.h>
#include <linux/smp.h>
#include <asm/mmu.h>
#include <asm/processor-flags.h>
#include <asm/tlbflush.h>

#include "kernel/pmu/hw.h"

/* Sets with RDPMC, and sets of CPUs. Taken inside the memory's lock and plans_mutex. */
static DEFINE_MUTEX(openings_mutex);
static int openings; /* read without locks */
static int cpu_sets;
static bool hiding; /* page_hide() is called; plans_mutex */

bool page_is_strict(void)
{
	return READ_ONCE(openings) > 0;
}

bool page_has_rdpmc(void)
{
	return hw_has_rdpmc && !static_branch_unlikely(&hw_has_siblings);
}

/* ---- The contents: in the context's lock ---- */

void page_update(struct context *context)
{
	struct pmc_ioctl_page *page = context->set->page;
	const struct reg_plan *plan = context->plan;
	bool opened = context->set->rdpmc, counts = context->cpu >= 0;
	u32 i;

	WRITE_ONCE(page->seq, page->seq + 1);
	barrier();
	page->running = counts;
	page->tsc = context->tsc;
	page->tsc_base = context->tsc_base;
	for (i = 0; i < context->n; i++) {
		page->counter[i].index = 0;
		page->counter[i].sum = context->count[i].sum;
		page->counter[i].base = opened ? context->count[i].base : 0;
	}
	for (i = 0; counts && opened && i < plan->n_counters; i++) {
		page->counter[plan->counter[i].event].index = plan->counter[i].rdpmc + 1;
		page->counter[plan->counter[i].event].width = (u32)fls64(plan->counter[i].mask);
	}
	barrier();
	WRITE_ONCE(page->seq, page->seq + 1);
}

/* ---- RDPMC in user mode ---- */

static void set_pce(void *mm)
{
	unsigned long flags;

	local_irq_save(flags);
	if (current->active_mm == mm)
		cr4_update_irqsoff(X86_CR4_PCE, 0);
	local_irq_restore(flags);
}

static void clear_pce(void *mm)
{
	unsigned long flags;

	local_irq_save(flags);
	if (current->active_mm == mm &&
	    !atomic_read(&((struct mm_struct *)mm)->context.perf_rdpmc_allowed))
		cr4_update_irqsoff(0, X86_CR4_PCE);
	local_irq_restore(flags);
}

static void clear_idle(void *unused)
{
	unsigned long flags;

	local_irq_save(flags);
	hw_clear_idle();
	local_irq_restore(flags);
}

/* For one set. Whoever is told that it is open finds nothing of others in the counters. */
static bool open_set(void)
{
	bool may;

	mutex_lock(&openings_mutex);
	may = !cpu_sets;
	if (may) {
		WRITE_ONCE(openings, openings + 1);
		if (openings == 1)
			on_each_cpu(clear_idle, NULL, 1);
	}
	mutex_unlock(&openings_mutex);
	return may;
}

void page_close(struct set *set)
{
	if (!set->rdpmc)
		return;
	mutex_lock(&openings_mutex);
	WRITE_ONCE(openings, openings - 1);
	mutex_unlock(&openings_mutex);
}

int page_claim_cpu(bool samples)
{
	int err = 0;
	bool open;

	mutex_lock(&openings_mutex);
	cpu_sets++;
	open = openings;
	mutex_unlock(&openings_mutex);
	/* A counter that samples is as far from its end as the next sample: it can neither be 0 nor be seen. */
	if (open && samples)
		err = -EBUSY;
	else if (open && !hiding)
		err = threads_watch();
	if (err)
		page_release_cpu();
	else
		hiding |= open;
	return err;
}

void page_release_cpu(void)
{
	bool last;

	mutex_lock(&openings_mutex);
	last = !--cpu_sets;
	mutex_unlock(&openings_mutex);
	if (!last || !hiding)
		return;
	threads_unwatch();
	hiding = false;
}

void page_hide(const struct task_struct *next)
{
	const struct mm_struct *mm = next->mm;
	struct context *context;

	if (!mm || !atomic_read(&mm->context.perf_rdpmc_allowed))
		return;
	list_for_each_entry(context, hw_active(), of_cpu) {
		if (context->task || context->sample)
			continue;
		raw_spin_lock(&context->lock);
		context_restart(context);
		raw_spin_unlock(&context->lock);
	}
}

static void open_rdpmc(struct mm_struct *mm)
{
	if (atomic_inc_return(&mm->context.perf_rdpmc_allowed) == 1)
		on_each_cpu_mask(mm_cpumask(mm), set_pce, mm, 1);
}

static void close_rdpmc(struct mm_struct *mm)
{
	if (atomic_dec_and_test(&mm->context.perf_rdpmc_allowed))
		on_each_cpu_mask(mm_cpumask(mm), clear_pce, mm, 1);
}

/* ---- Children ---- */

void page_forked(const struct task_struct *parent, struct task_struct *child)
{
	struct mm_struct *mm = child->mm;

	if (mm && mm != parent->mm && hw_holders())
		atomic_set(&mm->context.perf_rdpmc_allowed, 0);
}

static void clear_left(void *unused)
{
	struct mm_struct *mm = current->active_mm;

	if (mm)
		clear_pce(mm);
}

/* True: there is memory, and so all threads of the process have been seen to. */
static bool take_away(struct task_struct *task, bool *any)
{
	struct mm_struct *mm;

	task_lock(task);
	mm = task->mm;
	if (mm && atomic_xchg(&mm->context.perf_rdpmc_allowed, 0))
		*any = true;
	task_unlock(task);
	return mm;
}

void page_begin(void)
{
	struct task_struct *process, *task;
	bool any = false;

	rcu_read_lock();
	for_each_process(process)
		for_each_thread(process, task)
			if (take_away(task, &any))
				break;
	rcu_read_unlock();
	if (any)
		on_each_cpu(clear_left, NULL, 1);
}

/* ---- Mapping ---- */

static bool is_open(const struct vm_area_struct *vma)
{
	return ((const struct set *)vma->vm_file->private_data)->rdpmc;
}

static void vma_open(struct vm_area_struct *vma)
{
	if (is_open(vma))
		open_rdpmc(vma->vm_mm);
}

static void vma_close(struct vm_area_struct *vma)
{
	if (is_open(vma))
		close_rdpmc(vma->vm_mm);
}

static const struct vm_operations_struct vm_ops = { .open = vma_open, .close = vma_close };

static void first_look(struct set *set, struct pmc_ioctl_page *page)
{
	struct context *context;
	unsigned long flags;

	page->version = PMC_ABI_VERSION;
	page->flags = set->rdpmc ? PMC_PAGE_RDPMC : 0;
	page->n = set->n;
	raw_spin_lock_irqsave(&set->lock, flags);
	set->page = page;
	list_for_each_entry(context, &set->contexts, of_set) {
		raw_spin_lock(&context->lock);
		page_update(context);
		raw_spin_unlock(&context->lock);
	}
	raw_spin_unlock_irqrestore(&set->lock, flags);
}

static bool is_own(struct set *set)
{
	struct context *context;
	bool own;

	raw_spin_lock_irq(&set->lock);
	context = list_first_entry_or_null(&set->contexts, struct context, of_set);
	own = context && context->task == current;
	raw_spin_unlock_irq(&set->lock);
	return own;
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
	if (!set->attached || !is_own(set))
		return -ENOTCONN;
	if (!set->page) {
		page = (void *)get_zeroed_page(GFP_KERNEL_ACCOUNT);
		if (!page)
			return -ENOMEM;
		set->rdpmc = page_has_rdpmc() && set->n && open_set();
		first_look(set, page);
	}
	err = vm_insert_page(vma, vma->vm_start, virt_to_page(set->page));
	if (err)
		return err;
		/* VM_IO: or madvise(MADV_DOFORK) would have it copied. */
#ifdef PMC_HAVE_VM_FLAGS_SET
	vm_flags_set(vma, VM_IO | VM_DONTCOPY | VM_DONTEXPAND | VM_DONTDUMP);
	vm_flags_clear(vma, VM_MAYWRITE | VM_MAYEXEC);
#else
	vma->vm_flags |= VM_IO | VM_DONTCOPY | VM_DONTEXPAND | VM_DONTDUMP;
	vma->vm_flags &= ~(VM_MAYWRITE | VM_MAYEXEC);
#endif
	vma->vm_ops = &vm_ops;
	vma_open(vma);
	return 0;
}

void page_free(struct set *set)
{
	if (set->page)
		free_page((unsigned long)set->page);
}
