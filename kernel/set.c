// SPDX-License-Identifier: GPL-2.0
/*
 * Sets: set up once, attached once, started, stopped, read. The calls of one set exclude each other by
 * its mutex, except reading, which looks at contexts under their own locks.
 */
#include <linux/cpumask.h>
#include <linux/mm.h>
#include <linux/pid.h>
#include <linux/sched/mm.h>
#include <linux/sched/signal.h>
#include <linux/sched/task.h>
#include <linux/slab.h>
#include <linux/math64.h>
#include <linux/smp.h>
#include <asm/tsc.h>

#include "kernel/driver.h"
#include "kernel/event.h"

struct set *set_create(void)
{
	struct set *set = kzalloc(sizeof(*set), GFP_KERNEL_ACCOUNT);

	if (!set)
		return NULL;
	mutex_init(&set->mutex);
	INIT_LIST_HEAD(&set->all);
	raw_spin_lock_init(&set->lock);
	INIT_LIST_HEAD(&set->contexts);
	set->cred = get_current_cred();
	set->pid = get_pid(task_tgid(current));
	set->cpu = -1;
	init_waitqueue_head(&set->wait);
	return set;
}

/* ---- Setting up ---- */

int set_setup(struct set *set, struct pmc_ioctl_setup *setup, const struct pmc_ioctl_event *events)
{
	bool kernel[PMC_ABI_EVENTS], samples = false;
	struct encoding *enc;
	int err = 0;
	u32 i;

	if (set->set_up)
		return -EALREADY;
	if (setup->n && !hw_pmu.general && !hw_pmu.fixed)
		return -ENODEV;
	enc = kcalloc(setup->n + 1, sizeof(*enc), GFP_KERNEL);
	if (!enc)
		return -ENOMEM;
	for (i = 0; i < setup->n && !err; i++) {
		err = event_check(&events[i], &enc[i], &kernel[i]);
		if (err)
			setup->bad = i;
		samples |= events[i].period > 0;
	}
	if (!err && samples && setup->flags & PMC_SETUP_ROTATE)
		err = -EINVAL;
	if (!err && !access_any())
		err = -EACCES;
	if (!err) {
		mutex_lock(&plans_mutex);
		err = setup->n ? hw_acquire() : 0;
		if (!err && samples) {
			err = sample_get();
			if (err)
				hw_release();
		}
		mutex_unlock(&plans_mutex);
	}
	if (!err) {
		memcpy(set->enc, enc, setup->n * sizeof(*enc));
		for (i = 0; i < setup->n; i++) {
			set->pinned[i] = events[i].flags & PMC_EVENT_PINNED;
			set->group[i] = (u8)events[i].group;
			set->sample[i] = events[i].sample;
			set->kernel[i] = kernel[i];
			set->period[i] = events[i].period;
			if (events[i].flags & PMC_EVENT_FREQUENCY) {
				/* To begin with; it adapts itself. */
				set->period[i] = 1000;
				set->ticks[i] = max_t(
					u64, div64_u64(1000ull * tsc_khz, events[i].period), 1);
			}
		}
		set->samples = samples;
		set->n = setup->n;
		set->holds = setup->n > 0;
		set->flags = setup->flags;
		set->set_up = true;
	}
	kfree(enc);
	return err;
}

/* ---- Attaching ---- */

static int attach_task(struct set *set, struct task_struct *task, struct pmc_ioctl_attach *attach)
{
	bool privileged = access_privileged();
	struct mm_struct *mm;
	const struct cred *cred;
	struct context *context;
	int err, tries = 10;

	context = context_create(set, task, GFP_KERNEL_ACCOUNT);
	if (!context)
		return -ENOMEM;
	if (!set->hooks) {
		err = threads_get();
		if (err) {
			context_put(context);
			return err;
		}
		set->hooks = true;
	}
	do {
		err = access_task(task, privileged, &cred, &mm);
		if (err)
			break;
		if (list_empty(&set->all)) {
			err = plan_make(set, task, -1, attach);
			if (err) {
				put_cred(cred);
				if (mm)
					mmdrop(mm);
				break;
			}
		}
		/* Before the hooks can see the context. */
		set->privileged = privileged;
		raw_spin_lock_irq(&set->lock);
		list_add(&context->of_set, &set->contexts);
		set->n_contexts = 1;
		/* Not after it: a thread that ends takes the context away at once. */
		if (!(set->flags & PMC_SETUP_INHERIT) && set->rotations == 1 && !set->samples)
			WRITE_ONCE(set->self, context);
		raw_spin_unlock_irq(&set->lock);
		err = threads_hook(context, cred, mm);
		put_cred(cred);
		if (mm)
			mmdrop(mm);
		if (err) {
			raw_spin_lock_irq(&set->lock);
			list_del_init(&context->of_set);
			WRITE_ONCE(set->self, NULL);
			set->n_contexts = 0;
			raw_spin_unlock_irq(&set->lock);
		}
		if (err == -EBUSY) {
			/* The thread has just inherited another set: planned again beside that. */
			plan_undo(set);
			err = -EAGAIN;
		}
	} while (err == -EAGAIN && --tries);
	if (err) {
		plan_undo(set);
		context_put(context);
	}
	/* Its credentials change faster than they can be looked at. */
	return err == -EAGAIN ? -EPERM : err;
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
	err = plan_make(set, NULL, attach->id, attach);
	if (!err) {
		set->cpu = attach->id;
		set->privileged = true;
		err = cpus_hook(context, attach->id);
		if (err) {
			set->cpu = -1;
			plan_undo(set);
		}
	}
	if (err) {
		context_put(context);
		return err;
	}
	raw_spin_lock_irq(&set->lock);
	list_add(&context->of_set, &set->contexts);
	set->n_contexts = 1;
	raw_spin_unlock_irq(&set->lock);
	return 0;
}

static struct task_struct *find_task(const struct pmc_ioctl_attach *attach)
{
	struct task_struct *task;
	struct pid *pid;

	if (attach->target == PMC_TARGET_SELF) {
		get_task_struct(current);
		return current;
	}
	pid = attach->id > 0 ? find_get_pid(attach->id) : NULL;
	task = pid ? get_pid_task(pid, PIDTYPE_PID) : NULL;
	put_pid(pid);
	return task;
}

int set_attach(struct set *set, struct pmc_ioctl_attach *attach)
{
	struct task_struct *task = NULL;
	int err;

	attach->holder = attach->conflict = attach->rotations = 0;
	attach->rings = rings_needed(set);
	memset(attach->counter, 0, sizeof(attach->counter));
	if (!set->set_up)
		return -ENOTCONN;
	if (set->attached)
		return -EISCONN;
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
	mutex_lock(&plans_mutex);
	err = task ? attach_task(set, task, attach) : attach_cpu(set, attach);
	mutex_unlock(&plans_mutex);
	WRITE_ONCE(set->attached, !err);
	if (task)
		put_task_struct(task);
	return err;
}

/* ---- Starting and stopping ---- */

static void start_here(void *data)
{
	struct set *set = data;
	struct context *context;
	unsigned long flags;

	local_irq_save(flags);
	if (set->cpu < 0) {
		threads_start_here(set);
	} else {
		raw_spin_lock(&set->lock);
		list_for_each_entry(context, &set->contexts, of_set) {
			raw_spin_lock(&context->lock);
			if (context->cpu < 0)
				context_resume(context);
			raw_spin_unlock(&context->lock);
		}
		raw_spin_unlock(&set->lock);
	}
	local_irq_restore(flags);
}

/* What of the set counts on this CPU. */
static void for_active(struct set *set, void (*function)(struct context *context))
{
	struct context *context, *next;
	unsigned long flags;

	local_irq_save(flags);
	list_for_each_entry_safe(context, next, hw_active(), of_cpu) {
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
	for_active(data, context_suspend);
}

static void update_here(void *data)
{
	for_active(data, context_update);
}

/* The set counts the calling thread and nothing else: nobody but this CPU needs to be asked. */
static bool is_own(struct set *set)
{
	struct context *context;
	bool own;

	raw_spin_lock_irq(&set->lock);
	context = list_first_entry_or_null(&set->contexts, struct context, of_set);
	own = context && set->n_contexts == 1 && context->task == current;
	raw_spin_unlock_irq(&set->lock);
	return own;
}

int set_start(struct set *set, u32 flags)
{
	if (!set->attached)
		return -ENOTCONN;
	if (set->samples && !READ_ONCE(set->rings))
		return -ENOBUFS;
	if (flags & PMC_START_ON_EXEC) {
		if (set->cpu >= 0)
			return -EINVAL;
		raw_spin_lock_irq(&set->lock);
		set->on_exec = !set->running;
		raw_spin_unlock_irq(&set->lock);
		return 0;
	}
	if (set->running)
		return 0;
	WRITE_ONCE(set->running, true);
	/* Threads that do not run now see it when they come to a CPU. */
	smp_mb();
	if (set->cpu >= 0)
		smp_call_function_single(set->cpu, start_here, set, 1);
	else if (is_own(set))
		start_here(set);
	else
		on_each_cpu(start_here, set, 1);
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
	smp_mb();
	if (is_own(set))
		suspend_here(set);
	else
		on_each_cpu(suspend_here, set, 1);
	return 0;
}

/* ---- Reading ---- */

/* Bring up to date what counts now. A context that moves meanwhile does it by itself. */
static void update(struct set *set)
{
	struct context *context;
	cpumask_var_t mask;
	int cpu, one = -1;
	u32 n = 0;

	if (is_own(set)) {
		update_here(set);
		return;
	}
	if (!zalloc_cpumask_var(&mask, GFP_KERNEL)) {
		on_each_cpu(update_here, set, 1);
		return;
	}
	raw_spin_lock_irq(&set->lock);
	list_for_each_entry(context, &set->contexts, of_set) {
		cpu = READ_ONCE(context->cpu);
		if (cpu >= 0 && !cpumask_test_and_set_cpu(cpu, mask)) {
			one = cpu;
			n++;
		}
	}
	raw_spin_unlock_irq(&set->lock);
	if (n == 1)
		smp_call_function_single(one, update_here, set, 1);
	else if (n)
		on_each_cpu_mask(mask, update_here, set, 1);
	free_cpumask_var(mask);
}

int set_read(struct set *set, struct pmc_ioctl_read *read, struct pmc_ioctl_count *counts)
{
	struct context *context;
	u64 tsc;
	u32 i;

	if (!set->attached)
		return -ENOTCONN;
	if (read->n != set->n)
		return -ERANGE;
	update(set);
	raw_spin_lock_irq(&set->lock);
	memcpy(counts, set->ended, set->n * sizeof(*counts));
	tsc = set->ended_tsc;
	list_for_each_entry(context, &set->contexts, of_set) {
		raw_spin_lock(&context->lock);
		for (i = 0; i < set->n; i++) {
			counts[i].value += context->count[i].sum;
			counts[i].enabled += context->tsc;
			counts[i].running += set->rotations > 1 ? context->count[i].running :
								  context->tsc;
		}
		tsc += context->tsc;
		raw_spin_unlock(&context->lock);
	}
	read->tsc = tsc;
	read->flags = (set->running ? PMC_READ_RUNNING : 0) |
		      (set->dropped ? PMC_READ_DROPPED : 0) |
		      (!set->n_contexts ? PMC_READ_ENDED : 0);
	read->contexts = set->n_contexts;
	read->lost = set->lost;
	raw_spin_unlock_irq(&set->lock);
	return 0;
}

int set_reset(struct set *set)
{
	struct context *context;
	u32 i;

	if (!set->attached)
		return -ENOTCONN;
	update(set);
	raw_spin_lock_irq(&set->lock);
	memset(set->ended, 0, sizeof(set->ended));
	set->ended_tsc = 0;
	set->lost = 0;
	list_for_each_entry(context, &set->contexts, of_set) {
		raw_spin_lock(&context->lock);
		WRITE_ONCE(context->changes, context->changes + 1);
		smp_wmb();
		for (i = 0; i < context->n; i++)
			context->count[i].sum = context->count[i].running = 0;
		context->tsc = 0;
		smp_wmb();
		WRITE_ONCE(context->changes, context->changes + 1);
		if (set->page)
			page_update(context);
		raw_spin_unlock(&context->lock);
	}
	raw_spin_unlock_irq(&set->lock);
	return 0;
}

/* ---- The end ---- */

void set_collect(struct set *set, struct context *context)
{
	u32 i;

	for (i = 0; i < set->n; i++) {
		set->ended[i].value += context->count[i].sum;
		set->ended[i].enabled += context->tsc;
		set->ended[i].running += set->rotations > 1 ? context->count[i].running :
							      context->tsc;
	}
	set->ended_tsc += context->tsc;
	context->dead = true;
	list_del_init(&context->of_set);
	WRITE_ONCE(set->self, NULL);
	set->n_contexts--;
	if (!set->n_contexts)
		rings_wake(set);
	/* The task has a reference still, so this is not the last. */
	context_put(context);
}

static void set_free(struct rcu_head *rcu)
{
	struct set *set = container_of(rcu, struct set, rcu);

	put_cred(set->cred);
	put_pid(set->pid);
	page_free(set);
	kvfree(set->plan);
	kfree(set);
}

void set_destroy(struct set *set)
{
	struct context *context, *next;
	LIST_HEAD(gone);

	if (set->attached) {
		set_stop(set);
		raw_spin_lock_irq(&set->lock);
		list_for_each_entry_safe(context, next, &set->contexts, of_set) {
			raw_spin_lock(&context->lock);
			context->dead = true;
			list_move(&context->of_set, &gone);
			raw_spin_unlock(&context->lock);
		}
		raw_spin_unlock_irq(&set->lock);
		list_for_each_entry_safe(context, next, &gone, of_set) {
			list_del_init(&context->of_set);
			if (context->task)
				switches_drop(context);
			else
				cpus_unhook(context);
			context_put(context);
		}
	}
	rings_free(set);
	page_close(set);
	mutex_lock(&plans_mutex);
	plan_drop(set);
	if (set->samples)
		sample_put();
	if (set->holds)
		hw_release();
	if (set->hooks)
		threads_put();
	mutex_unlock(&plans_mutex);
	call_rcu(&set->rcu, set_free);
}
