// SPDX-License-Identifier: GPL-2.0
/*
 * CR4.PCE. A CPU that takes other memory sets the bit as that memory's number of mappings says.
 * When the number changes, CPUs that have the memory already must learn of it.
 */
#include <linux/cpumask.h>
#include <linux/gfp.h>
#include <linux/mm_types.h>
#include <linux/percpu.h>
#include <linux/sched.h>
#include <linux/smp.h>
#include <linux/wait.h>
#include <linux/workqueue.h>
#include <asm/io.h>
#include <asm/mmu.h>
#include <asm/processor-flags.h>
#include <asm/processor.h>
#include <asm/special_insns.h>
#include <asm/tlbflush.h>

#include "kernel/count/pce.h"
#include "kernel/count/rdpmc.h"

#ifdef PMC_HAVE_CR4

static void set_here(void *mm)
{
	unsigned long flags;

	local_irq_save(flags);
	if (current->active_mm == mm) {
		/* The counters must show nothing of others before they can be read. */
		rdpmc_arrive(current);
		cr4_update_irqsoff(X86_CR4_PCE, 0);
	}
	local_irq_restore(flags);
}

/* mm: NULL stands for any memory. */
static void clear_here(void *mm)
{
	struct mm_struct *active = current->active_mm;
	unsigned long flags;

	local_irq_save(flags);
	if (active && (!mm || active == mm) && !atomic_read(&active->context.perf_rdpmc_allowed))
		cr4_update_irqsoff(0, X86_CR4_PCE);
	local_irq_restore(flags);
}

void pce_open(struct mm_struct *mm)
{
	on_each_cpu_mask(mm_cpumask(mm), set_here, mm, 1);
}

void pce_close(struct mm_struct *mm)
{
	on_each_cpu_mask(mm_cpumask(mm), clear_here, mm, 1);
}

void pce_close_on(const struct cpumask *cpus)
{
	on_each_cpu_mask(cpus, clear_here, NULL, 1);
}

void pce_init(void)
{
}

void pce_exit(void)
{
}

#else

/*
 * Newer kernels keep cr4_update_irqsoff() for KVM. So the CPU must take the memory anew. Before
 * that it puts the kernel's in its place, as CPUs do before they sleep deeply. A kernel thread has
 * no memory of its own and leaves what the CPU has in place: an interrupt may replace that at once.
 * Where a thread of the process itself runs, a kernel thread must come to the CPU. The next thread
 * of the process that comes there has been switched to, so rdpmc_arrive() has been called for it.
 */
struct leaver {
	struct work_struct work;
	u32 done; /* the last request that it has served */
};
static DEFINE_PER_CPU(struct leaver, leavers);
static atomic_t requests;
static DECLARE_WAIT_QUEUE_HEAD(left);

struct request {
	cpumask_var_t cpus; /* that are not done yet */
	const struct mm_struct *mm;
	u32 number;
};

static void leave_here(void)
{
#ifdef PMC_HAVE_LEAVE_MM
	unsigned long flags;

	local_irq_save(flags);
	leave_mm();
	local_irq_restore(flags);
#endif
}

static void leave_address_space(struct work_struct *work)
{
	struct leaver *leaver = container_of(work, struct leaver, work);
	u32 number = (u32)atomic_read(&requests);

	leave_here();
	smp_store_release(&leaver->done, number);
	wake_up_all(&left);
}

/* Has the CPU memory in place that was put there when its number was another one? */
static bool is_stale(const struct mm_struct *asked)
{
	const struct mm_struct *mm = current->active_mm;
	bool permits = __read_cr4() & X86_CR4_PCE;

	if (asked ? mm != asked : !rdpmc_is_changing(mm))
		return false;
	/* Others may be there for a moment, or the kernel's own: then it is put there anew. */
	if (read_cr3_pa() != __pa(mm->pgd))
		return false;
	return permits != (atomic_read(&mm->context.perf_rdpmc_allowed) > 0);
}

/* In an interrupt. Only where a thread of the process runs the CPU stays in the request. */
static void look(void *data)
{
	struct request *request = data;

	if (is_stale(request->mm)) {
		if (current->mm)
			return;
		leave_here();
	}
	cpumask_clear_cpu(smp_processor_id(), request->cpus);
}

static void look_on_each(struct request *request)
{
	on_each_cpu_mask(request->cpus, look, request, 1);
	/* CPUs that are offline have the kernel's memory. */
	cpumask_and(request->cpus, request->cpus, cpu_online_mask);
}

static bool all_done(struct request *request)
{
	int cpu;

	for_each_cpu(cpu, request->cpus) if ((s32)(smp_load_acquire(&per_cpu(leavers, cpu).done) -
						   request->number) >= 0)
		cpumask_clear_cpu((u32)cpu, request->cpus);
	return cpumask_empty(request->cpus);
}

#define LOOK_AGAIN_MS 20

/*
 * The kernel thread may have to wait for others on its CPU. As soon as another process's thread is
 * there, the memory has gone, too.
 */
static void leave_on(const struct mm_struct *mm, const struct cpumask *cpus)
{
	struct request request = { .mm = mm };
	int cpu;

	if (!zalloc_cpumask_var(&request.cpus, GFP_KERNEL | __GFP_NOFAIL))
		return;
	cpumask_copy(request.cpus, cpus);
	look_on_each(&request);
	request.number = (u32)atomic_inc_return(&requests);
	for_each_cpu(cpu, request.cpus)
		queue_work_on(cpu, system_highpri_wq, &per_cpu(leavers, cpu).work);
	while (!wait_event_timeout(left, all_done(&request), msecs_to_jiffies(LOOK_AGAIN_MS)))
		look_on_each(&request);
	free_cpumask_var(request.cpus);
}

void pce_open(struct mm_struct *mm)
{
	leave_on(mm, mm_cpumask(mm));
}

void pce_close(struct mm_struct *mm)
{
	leave_on(mm, mm_cpumask(mm));
}

void pce_close_on(const struct cpumask *cpus)
{
	leave_on(NULL, cpus);
}

void pce_init(void)
{
	int cpu;

	for_each_possible_cpu(cpu)
		INIT_WORK(&per_cpu(leavers, cpu).work, leave_address_space);
}

void pce_exit(void)
{
	int cpu;

	for_each_possible_cpu(cpu)
		cancel_work_sync(&per_cpu(leavers, cpu).work);
}

#endif
