// SPDX-License-Identifier: GPL-2.0
/*
 * RDPMC in user mode. CR4.PCE permits it; the kernel switches that bit together with the memory of
 * processes (perf_rdpmc_allowed), so the module permits it to the processes that mapped a page.
 *
 * RDPMC reads every counter of the CPU, and counters run on when their thread leaves it. So when a
 * thread that may use RDPMC comes to a CPU where others have counted, the module stops and clears
 * what they left (rdpmc_arrive), and when such a thread leaves, it clears its own counters. If its
 * process has other threads, these may come to any CPU, and the module does not hear of them by
 * itself. So it begins to look at every switch: before such a thread comes to a CPU, what others
 * left there is cleared, and the thread that leaves clears its own counters (rdpmc_hide). To begin
 * takes a while, and a fork cannot wait for that. Until then the module sets all counters to 0, and
 * clears those of every thread that leaves a CPU (share).
 * Counters of a whole CPU go on, but when a thread that may use RDPMC comes to the CPU, the module
 * brings their sums up to date and sets them to 0 (rdpmc_hide), so that the thread sees at most
 * what happened in its own time. While CPUs are counted no further set gets RDPMC; nor does any
 * where siblings share the counters. A set that was given RDPMC keeps it, mapped or not, until it
 * is closed.
 *
 * Linux gives a child the RDPMC that its parent had, and never takes it away again: fork copies the
 * number of mappings although it does not copy the mapping. So the module takes it from children
 * (rdpmc_forked). When the PMU is taken, neither perf nor a set can have a page mapped, so it is
 * taken from all (rdpmc_begin).
 */
#include <linux/mm_types.h>
#include <linux/mutex.h>
#include <linux/sched/signal.h>
#include <linux/sched/task.h>
#include <linux/smp.h>
#include <asm/mmu.h>
#include <asm/processor-flags.h>
#include <asm/tlbflush.h>

#include "kernel/count/begin.h"
#include "kernel/count/context.h"
#include "kernel/count/rdpmc.h"
#include "kernel/pmu/regs.h"
#include "kernel/pmu/sibling.h"

/* Protects both counts. Taken inside the memory's lock, and inside plans_mutex. */
static DEFINE_MUTEX(rdpmc_mutex);
static int rdpmc_sets; /* read without locks */
static int cpu_sets;
/*
 * A process that may use RDPMC has several threads, or has had them. Taken without any other lock
 * inside.
 */
static DEFINE_RAW_SPINLOCK(sharing_lock);
static bool shared;
static bool watched; /* rdpmc_hide() is called at every switch */
static bool always;  /* shared, but not watched */
static void (*tell)(bool shared);

static bool held; /* the PMU, by any set */

/* RDPMC is being taken from this process, but some CPU may permit it still. Inside mmap_lock. */
static DEFINE_MUTEX(forbid_mutex);
static const struct mm_struct *forbidding;

DEFINE_PER_CPU(struct rdpmc_traces, rdpmc_traces);

bool rdpmc_is_open(void)
{
	return READ_ONCE(rdpmc_sets) > 0;
}

bool rdpmc_is_possible(void)
{
	return (IS_ENABLED(PMC_HAVE_CR4) || IS_ENABLED(PMC_HAVE_LEAVE_MM)) && hw_has_rdpmc &&
	       !static_branch_unlikely(&hw_has_siblings);
}

/* ---- Sets that read by RDPMC, and sets of CPUs ---- */

/* Sets the counters to 0 with which a context counts on this CPU; interrupts off. */
static void restart(struct context *context)
{
	raw_spin_lock(&context->lock);
	context_restart(context);
	raw_spin_unlock(&context->lock);
}

/*
 * No counter of this CPU shows any more what it counted until now: those that nobody uses ran on
 * for whoever came to the CPU, and those in use began where such a one stood.
 */
static void clear_counters(void *unused)
{
	struct context *context;
	unsigned long flags;

	local_irq_save(flags);
	this_cpu_write(rdpmc_traces.left, false);
	this_cpu_write(rdpmc_traces.counted, !list_empty(regs_active()));
	begin_here();
	regs_clear_idle();
	list_for_each_entry(context, regs_active(), of_cpu)
		restart(context);
	local_irq_restore(flags);
}

static bool has_counted(int cpu, void *unused)
{
	return per_cpu(rdpmc_traces, cpu).counted;
}

bool rdpmc_is_shared(void)
{
	return READ_ONCE(shared);
}

void rdpmc_tell(void (*changed)(bool shared))
{
	tell = changed;
}

void rdpmc_watch(void)
{
	raw_spin_lock_irq(&sharing_lock);
	WRITE_ONCE(watched, true);
	WRITE_ONCE(always, false);
	raw_spin_unlock_irq(&sharing_lock);
}

bool rdpmc_unwatch(void)
{
	bool may;

	raw_spin_lock_irq(&sharing_lock);
	may = !shared;
	if (may)
		WRITE_ONCE(watched, false);
	raw_spin_unlock_irq(&sharing_lock);
	return may;
}

/*
 * A process that may use RDPMC has several threads from now on. Unless switches are watched already
 * nothing is left in the counters, whoever comes next. A CPU that begins to count now, unseen here,
 * begins at 0, and sees this when it stops.
 */
static void share(void)
{
	unsigned long flags;

	raw_spin_lock_irqsave(&sharing_lock, flags);
	WRITE_ONCE(shared, true);
	WRITE_ONCE(always, !watched);
	raw_spin_unlock_irqrestore(&sharing_lock, flags);
	if (!READ_ONCE(always))
		return;
	smp_mb();
	on_each_cpu_cond(has_counted, clear_counters, NULL, 1);
	tell(true);
}

static void unshare(void)
{
	bool was = shared;

	raw_spin_lock_irq(&sharing_lock);
	WRITE_ONCE(shared, false);
	WRITE_ONCE(always, false);
	raw_spin_unlock_irq(&sharing_lock);
	if (was)
		tell(false);
}

static bool may_use(const struct mm_struct *mm)
{
	return mm && (atomic_read(&mm->context.perf_rdpmc_allowed) || READ_ONCE(forbidding) == mm);
}

bool rdpmc_needs_clearing(const struct task_struct *task)
{
	return READ_ONCE(always) || (task && may_use(task->mm)) ||
	       (this_cpu_read(rdpmc_traces.shown) && READ_ONCE(watched));
}

void rdpmc_arrive(const struct task_struct *task)
{
	if (this_cpu_read(rdpmc_traces.left) && may_use(task->mm))
		clear_counters(NULL);
}

bool rdpmc_get(void)
{
	bool may;

	mutex_lock(&rdpmc_mutex);
	may = !cpu_sets;
	if (may) {
		WRITE_ONCE(rdpmc_sets, rdpmc_sets + 1);
		if ((!shared || rdpmc_sets == 1) && atomic_read(&current->mm->mm_users) > 1)
			share();
	}
	mutex_unlock(&rdpmc_mutex);
	return may;
}

void rdpmc_put(void)
{
	mutex_lock(&rdpmc_mutex);
	WRITE_ONCE(rdpmc_sets, rdpmc_sets - 1);
	if (!rdpmc_sets)
		unshare();
	mutex_unlock(&rdpmc_mutex);
}

bool rdpmc_get_cpu(void)
{
	bool open;

	mutex_lock(&rdpmc_mutex);
	cpu_sets++;
	open = rdpmc_sets;
	mutex_unlock(&rdpmc_mutex);
	return open;
}

bool rdpmc_put_cpu(void)
{
	bool last;

	mutex_lock(&rdpmc_mutex);
	last = !--cpu_sets;
	mutex_unlock(&rdpmc_mutex);
	return last;
}

void rdpmc_hide(const struct task_struct *next)
{
	bool may = may_use(next->mm);
	struct context *context;

	if (this_cpu_read(rdpmc_traces.shown) != may)
		this_cpu_write(rdpmc_traces.shown, may);
	/* After the last set was closed this is called for a while; perf may have pages then. */
	if (!may || !rdpmc_is_open())
		return;
	if (this_cpu_read(rdpmc_traces.left)) {
		this_cpu_write(rdpmc_traces.left, false);
		begin_here();
		regs_clear_idle();
	}
	list_for_each_entry(context, regs_active(), of_cpu)
		if (!context->task && !context->sample)
			restart(context);
}

/*
 * ---- CR4.PCE ----
 *
 * A CPU that takes other memory sets the bit as that memory's number of mappings says. When the
 * number changes, CPUs that have the memory already must learn of it.
 */

#ifdef PMC_HAVE_CR4

static void set_pce(void *mm)
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

static void clear_pce(void *mm)
{
	unsigned long flags;

	local_irq_save(flags);
	if (current->active_mm == mm &&
	    !atomic_read(&((struct mm_struct *)mm)->context.perf_rdpmc_allowed))
		cr4_update_irqsoff(0, X86_CR4_PCE);
	local_irq_restore(flags);
}

static void clear_left(void *unused)
{
	struct mm_struct *mm = current->active_mm;

	if (mm)
		clear_pce(mm);
}

static void open_pce(struct mm_struct *mm)
{
	on_each_cpu_mask(mm_cpumask(mm), set_pce, mm, 1);
}

static void close_pce(struct mm_struct *mm)
{
	on_each_cpu_mask(mm_cpumask(mm), clear_pce, mm, 1);
}

static void close_all_pce(void)
{
	on_each_cpu(clear_left, NULL, 1);
}

#else

/*
 * Newer kernels keep cr4_update_irqsoff() for KVM. So the CPU must take the memory anew: a kernel
 * thread, which has no memory of its own and leaves what the CPU has in place, puts the kernel's in
 * its place. That is what CPUs do before they sleep deeply. The next thread of the process that
 * comes to the CPU has been switched to, so rdpmc_arrive() has been called for it.
 */
static int leave_memory(void *unused)
{
#ifdef PMC_HAVE_LEAVE_MM
	unsigned long flags;

	local_irq_save(flags);
	leave_mm();
	local_irq_restore(flags);
#endif
	return 0;
}

/* CPUs that are offline have the kernel's memory. */
static void leave_on(const struct cpumask *cpus)
{
	int cpu;

	for_each_cpu(cpu, cpus) smp_call_on_cpu((unsigned int)cpu, leave_memory, NULL, false);
}

static void open_pce(struct mm_struct *mm)
{
	leave_on(mm_cpumask(mm));
}

static void close_pce(struct mm_struct *mm)
{
	leave_on(mm_cpumask(mm));
}

static void close_all_pce(void)
{
	leave_on(cpu_online_mask);
}

#endif

void rdpmc_allow(struct mm_struct *mm)
{
	if (atomic_inc_return(&mm->context.perf_rdpmc_allowed) == 1)
		open_pce(mm);
}

/* Until no CPU permits it any more, the process still counts as one that may use RDPMC. */
void rdpmc_forbid(struct mm_struct *mm)
{
	mutex_lock(&forbid_mutex);
	WRITE_ONCE(forbidding, mm);
	/* Memory that no process has any more comes to no CPU again. */
	if (atomic_dec_and_test(&mm->context.perf_rdpmc_allowed) && atomic_read(&mm->mm_users))
		close_pce(mm);
	WRITE_ONCE(forbidding, NULL);
	mutex_unlock(&forbid_mutex);
}

/* ---- Children, and what earlier users of the PMU left ---- */

void rdpmc_forked(const struct task_struct *parent, struct task_struct *child)
{
	struct mm_struct *mm = child->mm;

	if (!mm || !READ_ONCE(held))
		return;
	if (mm != parent->mm)
		atomic_set(&mm->context.perf_rdpmc_allowed, 0);
	else if (may_use(mm) && !READ_ONCE(shared))
		share();
}

/* True: the task has memory, which it shares with all other threads of its process. */
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

void rdpmc_begin(void)
{
	struct task_struct *process, *task;
	bool any = false;
	int cpu;

	/* Their counters hold what others have counted. */
	for_each_possible_cpu(cpu)
		per_cpu(rdpmc_traces, cpu) = (struct rdpmc_traces){ true, true };
	WRITE_ONCE(held, true);
	/* Forks that the walk below misses see that the PMU is held. */
	smp_mb();
	rcu_read_lock();
	for_each_process(process)
		for_each_thread(process, task)
			if (take_away(task, &any))
				break;
	rcu_read_unlock();
	if (any)
		close_all_pce();
}

void rdpmc_end(void)
{
	WRITE_ONCE(held, false);
}
