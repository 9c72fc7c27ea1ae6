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
 * clears those of every thread that leaves a CPU (share_by_threads). It asks for threads when one
 * is created while the process may use RDPMC (rdpmc_forked), and when the process begins to
 * (rdpmc_allow).
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
#include <linux/bitmap.h>
#include <linux/cpumask.h>
#include <linux/hash.h>
#include <linux/mm_types.h>
#include <linux/mutex.h>
#include <linux/sched/signal.h>
#include <linux/sched/task.h>
#include <linux/slab.h>
#include <linux/smp.h>
#include <asm/mmu.h>

#include "kernel/count/begin.h"
#include "kernel/count/context.h"
#include "kernel/count/pce.h"
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
static bool settled; /* shared, and what was left before is cleared or watched */
static u32 sharings; /* that have ended */
static void (*tell)(bool shared);

/*
 * Processes whose number of mappings changes. Some CPU may permit RDPMC already, or still, where
 * the number says otherwise; so they count as those that may use it. By a hash of the memory's
 * address: the switch that asks walks no list, and to be wrong about another process costs time
 * alone.
 */
#define CHANGING_BITS 8
static atomic_t changing[1 << CHANGING_BITS], changes;

struct announced {
	struct rcu_head rcu;
	u32 slot;
};

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
 * begins at 0, and sees this when it stops. Somebody else may be clearing the counters, and not be
 * done: then they are cleared twice.
 */
static void share_by_threads(void)
{
	unsigned long flags;
	bool clear;
	u32 before;

	raw_spin_lock_irqsave(&sharing_lock, flags);
	if (!rdpmc_is_open()) {
		/* The last set has been closed meanwhile. */
		raw_spin_unlock_irqrestore(&sharing_lock, flags);
		return;
	}
	clear = !watched;
	before = sharings;
	WRITE_ONCE(shared, true);
	WRITE_ONCE(always, clear);
	WRITE_ONCE(settled, !clear);
	raw_spin_unlock_irqrestore(&sharing_lock, flags);
	if (!clear)
		return;
	smp_mb();
	on_each_cpu_cond(has_counted, clear_counters, NULL, 1);
	tell(true);
	raw_spin_lock_irqsave(&sharing_lock, flags);
	if (sharings == before)
		WRITE_ONCE(settled, true);
	raw_spin_unlock_irqrestore(&sharing_lock, flags);
}

static void unshare(void)
{
	bool was;

	raw_spin_lock_irq(&sharing_lock);
	was = shared;
	sharings++;
	WRITE_ONCE(shared, false);
	WRITE_ONCE(always, false);
	WRITE_ONCE(settled, false);
	raw_spin_unlock_irq(&sharing_lock);
	if (was)
		tell(false);
}

/* ---- Who may use it ---- */

static u32 slot_of(const struct mm_struct *mm)
{
	return hash_ptr((void *)mm, CHANGING_BITS);
}

static void announce(u32 slot)
{
	atomic_inc(&changing[slot]);
	smp_mb__after_atomic();
	atomic_inc(&changes);
	smp_mb__after_atomic();
}

static void withdraw(u32 slot)
{
	smp_mb__before_atomic();
	atomic_dec(&changes);
	atomic_dec(&changing[slot]);
}

static void withdraw_later(struct rcu_head *rcu)
{
	struct announced *announced = container_of(rcu, struct announced, rcu);

	withdraw(announced->slot);
	kfree(announced);
}

bool rdpmc_is_changing(const struct mm_struct *mm)
{
	return unlikely(atomic_read(&changes)) && atomic_read(&changing[slot_of(mm)]);
}

/* The number comes first: it becomes 0 only after the process was announced (rdpmc_forbid). */
static bool may_use(const struct mm_struct *mm)
{
	return mm && (atomic_read(&mm->context.perf_rdpmc_allowed) || rdpmc_is_changing(mm));
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

static void clear_for(void *mm)
{
	unsigned long flags;

	local_irq_save(flags);
	if (current->mm == mm)
		rdpmc_arrive(current);
	local_irq_restore(flags);
}

bool rdpmc_get(void)
{
	bool may;

	mutex_lock(&rdpmc_mutex);
	may = !cpu_sets;
	if (may)
		WRITE_ONCE(rdpmc_sets, rdpmc_sets + 1);
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

/* ---- Mapping and unmapping ---- */

/*
 * Switches decide by may_use(), and what they decided holds until they have ended. In a process of
 * several threads one may come to a CPU at this moment, so the process is announced before its
 * number changes.
 */
static void allow_shared(struct mm_struct *mm)
{
	struct announced *announced = kmalloc(sizeof(*announced), GFP_KERNEL);
	u32 slot = slot_of(mm);

	announce(slot);
	if (!READ_ONCE(settled))
		share_by_threads();
	synchronize_rcu();
	/* Threads that came to a CPU before that still have in its counters what others left. */
	on_each_cpu_mask(mm_cpumask(mm), clear_for, mm, 1);
	atomic_inc(&mm->context.perf_rdpmc_allowed);
	pce_open(mm);
	/* Some switch may have read the number just before, and not yet what is announced. */
	if (announced) {
		announced->slot = slot;
		call_rcu(&announced->rcu, withdraw_later);
		return;
	}
	synchronize_rcu();
	withdraw(slot);
}

/* With the memory's lock: nobody else maps the first page, or unmaps the last one. */
void rdpmc_allow(struct mm_struct *mm)
{
	if (atomic_inc_not_zero(&mm->context.perf_rdpmc_allowed))
		return;
	if (atomic_read(&mm->mm_users) > 1) {
		allow_shared(mm);
		return;
	}
	/* This thread is the only one, and is counted; each further one tells (rdpmc_forked). */
	atomic_inc(&mm->context.perf_rdpmc_allowed);
	pce_open(mm);
}

/* Until no CPU permits it any more, the process still counts as one that may use RDPMC. */
void rdpmc_forbid(struct mm_struct *mm)
{
	u32 slot = slot_of(mm);

	announce(slot);
	/* Memory that no process has any more comes to no CPU again. */
	if (atomic_dec_and_test(&mm->context.perf_rdpmc_allowed) && atomic_read(&mm->mm_users))
		pce_close(mm);
	withdraw(slot);
}

/* ---- Children, and what earlier users of the PMU left ---- */

void rdpmc_forked(const struct task_struct *parent, struct task_struct *child)
{
	struct mm_struct *mm = child->mm;

	if (!mm || !begin_is_allowed())
		return;
	if (mm != parent->mm)
		atomic_set(&mm->context.perf_rdpmc_allowed, 0);
	else if (may_use(mm) && !READ_ONCE(settled))
		share_by_threads();
}

/* Whose number was not 0, by slots, and the CPUs that may still permit it. */
struct taken {
	DECLARE_BITMAP(slots, 1 << CHANGING_BITS);
	cpumask_var_t cpus;
};

/* True: the task has memory, which it shares with all other threads of its process. */
static bool take_away(struct task_struct *task, struct taken *taken)
{
	struct mm_struct *mm;

	task_lock(task);
	mm = task->mm;
	if (mm && atomic_read(&mm->context.perf_rdpmc_allowed) &&
	    atomic_xchg(&mm->context.perf_rdpmc_allowed, 0)) {
		if (!__test_and_set_bit((int)slot_of(mm), taken->slots))
			announce(slot_of(mm));
		cpumask_or(taken->cpus, taken->cpus, mm_cpumask(mm));
	}
	task_unlock(task);
	return mm;
}

static void take_from_all(void)
{
	struct task_struct *process, *task;
	struct taken taken = { .slots = { 0 } };
	u32 slot;

	if (!zalloc_cpumask_var(&taken.cpus, GFP_KERNEL | __GFP_NOFAIL))
		return;
	rcu_read_lock();
	for_each_process(process)
		for_each_thread(process, task)
			if (take_away(task, &taken))
				break;
	rcu_read_unlock();
	if (!cpumask_empty(taken.cpus))
		pce_close_on(taken.cpus);
	for_each_set_bit(slot, taken.slots, 1 << CHANGING_BITS) withdraw(slot);
	free_cpumask_var(taken.cpus);
}

void rdpmc_begin(void)
{
	int cpu;

	/* Their counters hold what others have counted. */
	for_each_possible_cpu(cpu)
		per_cpu(rdpmc_traces, cpu) = (struct rdpmc_traces){ true, true };
	/* Forks that the walk below misses see that the PMU is held. */
	smp_mb();
	take_from_all();
}
