// SPDX-License-Identifier: GPL-2.0
/*
 * Sets: set up once, attached once, started, stopped, read. A set's mutex serialises its calls,
 * except reading, which looks at each context under its own lock.
 */
#include <linux/cpumask.h>
#include <linux/cred.h>
#include <linux/math64.h>
#include <linux/mm.h>
#include <linux/pid.h>
#include <linux/pid_namespace.h>
#include <linux/sched/task.h>
#include <linux/slab.h>
#include <linux/smp.h>
#include <asm/tsc.h>

#include "kernel/base/access.h"
#include "kernel/count/context.h"
#include "kernel/count/hold.h"
#include "kernel/count/page.h"
#include "kernel/count/plan.h"
#include "kernel/count/turn.h"
#include "kernel/count/user.h"
#include "kernel/count/walk.h"
#include "kernel/cpu.h"
#include "kernel/event.h"
#include "kernel/pmu/regs.h"
#include "kernel/sample/ring.h"
#include "kernel/set.h"
#include "kernel/signal.h"
#include "kernel/task/records.h"
#include "kernel/task/still.h"
#include "kernel/task/switch.h"
#include "kernel/task/thread.h"
#include "abi/event.h"

#define FIRST_PERIOD 1000 /* of a frequency, which adapts it */

static void wake_all(struct irq_work *work)
{
	wake_up_interruptible_all(&container_of(work, struct set, hangup)->wait);
}

struct set *set_create(void)
{
	struct set *set = kzalloc(sizeof(*set), GFP_KERNEL_ACCOUNT);

	if (!set)
		return NULL;
	mutex_init(&set->mutex);
	mutex_init(&set->walking);
	INIT_LIST_HEAD(&set->all);
	raw_spin_lock_init(&set->lock);
	INIT_LIST_HEAD(&set->contexts);
	INIT_LIST_HEAD(&set->of_records);
	set->cred = get_current_cred();
	set->pid = get_pid(task_tgid(current));
	set->cpu = -1;
	init_waitqueue_head(&set->wait);
	init_irq_work(&set->hangup, wake_all);
	return set;
}

/* ---- Setting up ---- */

/* Could the set be started now? The PMU is taken when it is. */
static int ask_hardware(u32 n)
{
	int err;

	if (!n)
		return 0;
	mutex_lock(&plans_mutex);
	err = thread_watch_forks();
	mutex_unlock(&plans_mutex);
	return err ? err : hold_ask();
}

/* The period is a fixed one, or a frequency, which begins with a period of its own. */
static void put_period(struct set *set, u32 event, u64 period, u32 flags)
{
	u64 ticks = 0;

	if (flags & PMC_EVENT_FREQUENCY) {
		ticks = max_t(u64, div64_u64(1000ull * tsc_khz, period), 1);
		period = FIRST_PERIOD;
	}
	WRITE_ONCE(set->ticks[event], ticks);
	WRITE_ONCE(set->period[event], period);
}

static void set_events(struct set *set, const struct pmc_ioctl_event *events, u32 n)
{
	u32 i;

	for (i = 0; i < n; i++) {
		set->pinned[i] = events[i].flags & PMC_EVENT_PINNED;
		set->group[i] = (u8)events[i].group;
		set->sample[i] = (u8)events[i].sample;
		set->stack[i] = (u16)events[i].stack;
		if (!events[i].period)
			continue;
		set->sampled |= 1u << i;
		put_period(set, i, events[i].period, events[i].flags);
	}
	set->n = n;
}

int set_setup(struct set *set, struct pmc_ioctl_setup *setup, const struct pmc_ioctl_event *events)
{
	bool kernel[PMC_ABI_EVENTS], samples = false;
	struct pmc_ioctl_count *sums;
	struct encoding *enc;
	u32 i;
	int err;

	if (set->set_up)
		return -EALREADY;
	if (setup->n && !hw_pmu.general && !hw_pmu.fixed)
		return -ENODEV;
	/* The sums come behind. */
	enc = kzalloc(setup->n * (sizeof(*enc) + 2 * sizeof(*sums)) + 1, GFP_KERNEL_ACCOUNT);
	if (!enc)
		return -ENOMEM;
	sums = (void *)(enc + setup->n);
	for (i = 0; i < setup->n; i++) {
		err = event_check(&events[i], &enc[i], &kernel[i]);
		if (err) {
			setup->bad = i;
			goto out;
		}
		samples |= events[i].period > 0;
	}
	err = -EINVAL;
	if (samples && setup->flags & PMC_SETUP_ROTATE)
		goto out;
	err = -EOPNOTSUPP;
	if (setup->flags & PMC_SETUP_RECORDS && !records_are_possible())
		goto out;
	err = -EACCES;
	if (!access_any())
		goto out;
	err = ask_hardware(setup->n);
	if (err)
		goto out;
	set->enc = enc;
	set->ended.count = sums;
	set->late.count = sums + setup->n;
	enc = NULL;
	memcpy(set->kernel, kernel, setup->n * sizeof(*kernel));
	set_events(set, events, setup->n);
	set->samples = samples;
	set->flags = setup->flags;
	set->set_up = true;
out:
	kfree(enc);
	return err;
}

/* ---- Attaching ---- */

static bool may_read_itself(const struct context *context)
{
	const struct set *set = context->set;

	return context->task && !(set->flags & PMC_SETUP_INHERIT) && !set->samples &&
	       !turn_is_partial(context);
}

/*
 * The hooks can see the context as soon as it is hooked, and a thread that ends takes it away at
 * once. So everything is set before that.
 */
static void add_context(struct set *set, struct context *context)
{
	raw_spin_lock_irq(&set->lock);
	list_add(&context->of_set, &set->contexts);
	set->n_contexts = 1;
	context->target = true;
	if (may_read_itself(context))
		WRITE_ONCE(set->self, context);
	raw_spin_unlock_irq(&set->lock);
}

static void remove_context(struct set *set, struct context *context)
{
	raw_spin_lock_irq(&set->lock);
	list_del_init(&context->of_set);
	WRITE_ONCE(set->self, NULL);
	set->n_contexts = 0;
	raw_spin_unlock_irq(&set->lock);
}

/* -EAGAIN: the task has changed meanwhile: try again. */
static int try_task(struct set *set, struct context *context, struct pmc_ioctl_attach *attach)
{
	struct task_struct *task = context->task;
	const struct cred *cred;
	struct mm_struct *mm;
	int err;

	err = access_get(task, set->rank != USERS, &cred, &mm);
	if (err)
		return err;
	if (list_empty(&set->all)) {
		err = thread_meet(task, set);
		if (!err)
			err = plan_get(set, task, -1, attach);
		if (err)
			goto put;
	}
	add_context(set, context);
	err = thread_hook(context, cred, mm);
	if (err)
		remove_context(set, context);
put:
	access_put(cred, mm);
	return err;
}

static int attach_task(struct set *set, struct task_struct *task, struct pmc_ioctl_attach *attach)
{
	struct context *context;
	int err, tries = 10;

	context = context_create(set, task, GFP_KERNEL_ACCOUNT);
	if (!context)
		return -ENOMEM;
	if (!set->hooks) {
		err = thread_get(set->flags & PMC_SETUP_RECORDS);
		if (err)
			goto put;
		set->hooks = true;
	}
	do {
		err = try_task(set, context, attach);
	} while (err == -EAGAIN && --tries);
	if (!err)
		return 0;
	plan_undo(set);
	/* The thread's credentials change faster than they can be checked. */
	if (err == -EAGAIN)
		err = -EPERM;
put:
	context_put(context);
	return err;
}

/* Tasks that nobody counts are told of, too. */
static int get_records(struct set *set)
{
	int err;

	if (!(set->flags & PMC_SETUP_RECORDS) || set->hooks)
		return 0;
	err = thread_get(true);
	set->hooks = !err;
	return err;
}

static int attach_cpu(struct set *set, struct pmc_ioctl_attach *attach)
{
	struct context *context;
	int err;

	if (!access_cpus())
		return -EACCES;
	if (set->flags & PMC_SETUP_INHERIT)
		return -EINVAL;
	context = context_create(set, NULL, GFP_KERNEL_ACCOUNT);
	if (!context)
		return -ENOMEM;
	err = plan_get(set, NULL, attach->id, attach);
	if (err)
		goto put;
	err = cpus_get(set->samples);
	if (err)
		goto plan;
	set->cpu = attach->id;
	err = get_records(set);
	if (err)
		goto cpu;
	err = cpus_hook(context, attach->id);
	if (err)
		goto cpu;
	add_context(set, context);
	if (set->flags & PMC_SETUP_RECORDS)
		records_add_cpu(set, set->cpu);
	return 0;

cpu:
	set->cpu = -1;
	cpus_put();
plan:
	plan_undo(set);
put:
	context_put(context);
	return err;
}

static struct task_struct *find_task(const struct pmc_ioctl_attach *attach)
{
	struct task_struct *task = current;

	rcu_read_lock();
	if (attach->target != PMC_TARGET_SELF)
		task = attach->id > 0 ? pid_task(find_vpid(attach->id), PIDTYPE_PID) : NULL;
	if (task)
		get_task_struct(task);
	rcu_read_unlock();
	return task;
}

/* Where the set stands among others that need the same counters. */
static int get_turn(struct set *set)
{
	u32 i;

	if (!set->user)
		set->user = user_get();
	if (!set->user)
		return -ENOMEM;
	set->turn.since = rdtsc();
	set->is_pinned = false;
	for (i = 0; i < set->n; i++)
		set->is_pinned |= set->pinned[i];
	set->rank = !access_privileged() ? USERS : set->is_pinned ? PRIVILEGED_PINNED : PRIVILEGED;
	return 0;
}

static int begin_attach(const struct set *set, struct pmc_ioctl_attach *attach)
{
	attach->holder = attach->conflict = attach->rotations = 0;
	attach->rings = rings_needed(set);
	memset(attach->counter, 0, sizeof(attach->counter));
	if (!set->set_up)
		return -ENOTCONN;
	return set->attached ? -EISCONN : 0;
}

int set_attach_to(struct set *set, struct task_struct *task, struct pmc_ioctl_attach *attach)
{
	int err = begin_attach(set, attach);

	if (err)
		return err;
	mutex_lock(&plans_mutex);
	err = get_turn(set);
	if (!err)
		err = task ? attach_task(set, task, attach) : attach_cpu(set, attach);
	mutex_unlock(&plans_mutex);
	WRITE_ONCE(set->attached, !err);
	return err;
}

int set_attach(struct set *set, struct pmc_ioctl_attach *attach)
{
	struct task_struct *task = NULL;
	int err = begin_attach(set, attach);

	if (err)
		return err;
	switch (attach->target) {
	case PMC_TARGET_SELF:
		if (attach->id)
			return -EINVAL;
		break;
	case PMC_TARGET_THREAD:
	case PMC_TARGET_CPU:
		break;
	default:
		return -EINVAL;
	}
	if (attach->target != PMC_TARGET_CPU) {
		task = find_task(attach);
		if (!task)
			return -ESRCH;
	}
	err = set_attach_to(set, task, attach);
	if (task)
		put_task_struct(task);
	return err;
}

/* ---- Starting and stopping ---- */

static void start_cpu_here(struct set *set)
{
	struct context *context;

	raw_spin_lock(&set->lock);
	list_for_each_entry(context, &set->contexts, of_set) {
		raw_spin_lock(&context->lock);
		if (context->cpu < 0)
			context_resume(context);
		raw_spin_unlock(&context->lock);
	}
	raw_spin_unlock(&set->lock);
}

static void start_here(void *data)
{
	struct set *set = data;
	unsigned long flags;

	local_irq_save(flags);
	if (set->cpu < 0)
		thread_start_here(set);
	else
		start_cpu_here(set);
	local_irq_restore(flags);
}

/* Calls the function for each context of the set that counts on this CPU. */
static void for_active(struct set *set, void (*function)(struct context *context))
{
	struct context *context, *next;
	unsigned long flags;

	local_irq_save(flags);
	list_for_each_entry_safe(context, next, regs_active(), of_cpu) {
		if (context->set != set)
			continue;
		raw_spin_lock(&context->lock);
		function(context);
		raw_spin_unlock(&context->lock);
	}
	local_irq_restore(flags);
}

static void suspend_here(void *data)
{
	unsigned long flags;

	for_active(data, context_suspend);
	local_irq_save(flags);
	turn_refill();
	local_irq_restore(flags);
}

static void update_here(void *data)
{
	for_active(data, context_update);
}

/*
 * The CPU where a context counts, or may begin to when its set is started; -1: none. With the
 * context's lock: whoever brings the context to a CPU takes it, too, so that either he sees that
 * the set was started or stopped, or he is seen here.
 */
static int cpu_of_active(const struct context *context)
{
	return context->cpu;
}

static int cpu_to_start(const struct context *context)
{
	if (context->cpu < 0 && context->task && still_is_queued(context->task))
		return (int)task_cpu(context->task);
	return -1;
}

struct cpus_of {
	cpumask_var_t mask;
	int (*cpu_of)(const struct context *context);
	int one; /* of them, or -1 */
	bool several;
};

static void note_cpu(struct context *context, void *data)
{
	struct cpus_of *cpus = data;
	int cpu = cpus->cpu_of(context);

	if (cpu < 0)
		return;
	cpus->several |= cpus->one >= 0 && cpus->one != cpu;
	cpus->one = cpu;
}

static void add_cpu(struct context *context, void *data)
{
	struct cpus_of *cpus = data;
	int cpu = cpus->cpu_of(context);

	if (cpu >= 0)
		cpumask_set_cpu((u32)cpu, cpus->mask);
}

/* Calls the function on the CPUs of the set's contexts, and on no others. */
static void on_cpus_of(struct set *set, void (*function)(void *set),
		       int (*cpu_of)(const struct context *context))
{
	struct cpus_of cpus = { .cpu_of = cpu_of, .one = -1 };

	/* Most sets count one thread, and most threads sleep. */
	walk(set, note_cpu, &cpus);
	if (!cpus.several) {
		if (cpus.one >= 0)
			smp_call_function_single(cpus.one, function, set, 1);
		return;
	}
	if (!zalloc_cpumask_var(&cpus.mask, GFP_KERNEL)) {
		on_each_cpu(function, set, 1);
		return;
	}
	walk(set, add_cpu, &cpus);
	on_each_cpu_mask(cpus.mask, function, set, 1);
	free_cpumask_var(cpus.mask);
}

/* Takes the PMU, unless the set has it already, or nothing is left to count. */
static int get_hardware(struct set *set)
{
	int err;

	if (!set->n || READ_ONCE(set->holds) || !READ_ONCE(set->n_contexts))
		return 0;
	err = hold_get(set->samples);
	if (err)
		return err;
	raw_spin_lock_irq(&set->lock);
	set->holds = true;
	if (!set->n_contexts)
		hold_drop(set);
	raw_spin_unlock_irq(&set->lock);
	return 0;
}

static void put_hardware(struct set *set)
{
	raw_spin_lock_irq(&set->lock);
	hold_drop(set);
	raw_spin_unlock_irq(&set->lock);
}

int set_start(struct set *set, u32 flags)
{
	int err;

	if (!set->attached)
		return -ENOTCONN;
	if (set->samples && !READ_ONCE(set->rings)) {
		err = set->stop ? rings_make(set) : -ENOBUFS;
		if (err)
			return err;
	}
	if (flags & PMC_START_ON_EXEC && set->cpu >= 0)
		return -EINVAL;
	err = get_hardware(set);
	if (err)
		return err;
	if (flags & PMC_START_ON_EXEC) {
		raw_spin_lock_irq(&set->lock);
		set->on_exec = !set->running;
		raw_spin_unlock_irq(&set->lock);
		return 0;
	}
	if (set->running)
		return 0;
	WRITE_ONCE(set->overflown, false);
	WRITE_ONCE(set->running, true);
	/* A thread that does not run now sees it when it comes to a CPU. */
	if (set->cpu >= 0)
		smp_call_function_single(set->cpu, start_here, set, 1);
	else if (context_is_of_current(set))
		start_here(set); /* no other CPU counts for it */
	else
		on_cpus_of(set, start_here, cpu_to_start);
	return 0;
}

int set_stop(struct set *set)
{
	if (!set->attached)
		return -ENOTCONN;
	raw_spin_lock_irq(&set->lock);
	set->on_exec = false;
	WRITE_ONCE(set->running, false);
	raw_spin_unlock_irq(&set->lock);
	if (context_is_of_current(set))
		suspend_here(set);
	else
		on_cpus_of(set, suspend_here, cpu_of_active);
	/* The last overflow may have been taken just now. */
	WRITE_ONCE(set->overflown, false);
	put_hardware(set);
	return 0;
}

/* ---- Where records go ---- */

/* The task that a set without inheritance counts; NULL: it has ended. */
static struct task_struct *task_of(struct set *set)
{
	struct task_struct *task = NULL;
	struct context *context;

	raw_spin_lock_irq(&set->lock);
	list_for_each_entry(context, &set->contexts, of_set)
		task = context->task;
	raw_spin_unlock_irq(&set->lock);
	return task;
}

/* May both write to one ring? Only if one CPU at a time does. */
static int check_targets(struct set *set, struct set *other)
{
	struct task_struct *own, *task;

	if ((set->flags ^ other->flags) & PMC_SETUP_INHERIT || set->cpu != other->cpu)
		return -EINVAL;
	if (set->flags & PMC_SETUP_INHERIT || set->cpu >= 0)
		return 0;
	/* This one may end meanwhile, but its address is not another task's while `set` has it. */
	task = task_of(other);
	own = task_of(set);
	if (!task || !own)
		return -ESRCH;
	return task == own ? 0 : -EINVAL;
}

int set_output(struct set *set, struct set *other, u16 first_event)
{
	int err;

	if (!set->attached || !smp_load_acquire(&other->attached))
		return -ENOTCONN;
	if (!rings_needed(set))
		return -EOPNOTSUPP;
	if (!access_equals(other->cred, set->cred))
		return -EPERM;
	if (ns_of_pid(set->pid) != ns_of_pid(other->pid))
		return -EINVAL;
	err = check_targets(set, other);
	if (err)
		return err;
	err = rings_share(set, other);
	/* The set has not been started yet: it had no rings. */
	if (!err)
		set->first_event = first_event;
	return err;
}

/* ---- Overflows and periods ---- */

/*
 * The context of the set that counts on this CPU, or waits there, goes off the counters, and on
 * them again if the set runs. There is one at most. Others may change their places in the CPU's
 * list meanwhile.
 */
static void reload(struct set *set, bool (*must)(const struct context *context))
{
	struct context *context;
	unsigned long flags;

	local_irq_save(flags);
	list_for_each_entry(context, regs_active(), of_cpu) {
		if (context->set != set)
			continue;
		raw_spin_lock(&context->lock);
		if (must(context)) {
			context_suspend(context);
			if (READ_ONCE(set->running))
				context_resume(context);
		}
		raw_spin_unlock(&context->lock);
		break;
	}
	turn_refill();
	local_irq_restore(flags);
}

/* Whoever has started a set whose context is stopped found it on its CPU, and has left it so. */
static bool is_stopped(const struct context *context)
{
	return context->stopped || !READ_ONCE(context->set->running);
}

void set_stop_overflown(struct set *set)
{
	reload(set, is_stopped);
}

static bool always(const struct context *context)
{
	return true;
}

static void reload_here(void *data)
{
	reload(data, always);
}

int set_period(struct set *set, const struct pmc_ioctl_period *how)
{
	bool frequency = how->flags & PMC_EVENT_FREQUENCY;

	if (!set->attached)
		return -ENOTCONN;
	if (how->event >= set->n)
		return -ERANGE;
	if (!(set->sampled >> how->event & 1) || !how->period ||
	    how->period > (frequency ? PMC_ABI_MAX_FREQUENCY : PMC_ABI_MAX_PERIOD))
		return -EINVAL;
	put_period(set, how->event, how->period, how->flags);
	smp_wmb();
	WRITE_ONCE(set->changes[how->event], set->changes[how->event] + 1);
	/* A context that comes to a CPU takes it there. */
	if (context_is_of_current(set))
		reload_here(set);
	else
		on_cpus_of(set, reload_here, cpu_of_active);
	return 0;
}

/* ---- Reading ---- */

/* Brings all sums up to date. A context that moves to another CPU meanwhile does that by itself. */
static void update(struct set *set)
{
	if (context_is_of_current(set))
		update_here(set);
	else
		on_cpus_of(set, update_here, cpu_of_active);
}

int set_read(struct set *set, struct pmc_ioctl_read *read, struct pmc_ioctl_count *counts)
{
	if (!set->attached)
		return -ENOTCONN;
	if (read->n != set->n)
		return -ERANGE;
	update(set);
	walk_sum(set, counts, read);
	return 0;
}

static void reset_context(struct context *context, void *unused)
{
	u32 i;

	WRITE_ONCE(context->changes, context->changes + 1);
	smp_wmb();
	for (i = 0; i < context->n; i++)
		context->count[i].sum = context->count[i].running = 0;
	context->tsc = context->waited = 0;
	if (may_read_itself(context))
		WRITE_ONCE(context->set->self, context);
	smp_wmb();
	WRITE_ONCE(context->changes, context->changes + 1);
	if (!context->set->page)
		return;
	page_mark_partial(context->set, turn_is_partial(context));
	page_update(context);
}

int set_reset(struct set *set)
{
	if (!set->attached)
		return -ENOTCONN;
	update(set);
	walk_zero(set, reset_context);
	return 0;
}

/* ---- Destroying ---- */

static void free_set(struct rcu_head *rcu)
{
	struct set *set = container_of(rcu, struct set, rcu);

	put_cred(set->cred);
	put_pid(set->pid);
	page_free(set);
	kvfree(set->plan);
	kfree(set->enc);
	kfree(set);
}

/* Stops all contexts, and drops the set's references to them. */
static void detach(struct set *set)
{
	struct context *context, *next;
	LIST_HEAD(gone);

	set_stop(set);
	walk_out(set, &gone);
	list_for_each_entry_safe(context, next, &gone, of_set) {
		list_del_init(&context->of_set);
		if (context->task)
			switch_drop(context);
		else
			cpus_unhook(context);
		context_put(context);
		cond_resched();
	}
}

void set_destroy(struct set *set)
{
	if (set->attached)
		detach(set);
	signal_free(set);
	records_remove_cpu(set);
	rings_put(set);
	page_close(set);
	mutex_lock(&plans_mutex);
	plan_put(set);
	user_put(set->user);
	if (set->cpu >= 0)
		cpus_put();
	if (set->hooks)
		thread_put();
	mutex_unlock(&plans_mutex);
	hold_end();
	call_rcu(&set->rcu, free_set);
}
