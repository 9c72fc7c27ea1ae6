// SPDX-License-Identifier: GPL-2.0
/*
 * What hangs on tasks: contexts are hooked to a task, and hear of its switches (switch.c), forks, executed
 * programs and exit, which come through the scheduler's tracepoints, used while anybody counts.
 *
 * A task's list of contexts belongs to the task: it walks it when it is switched. So a context is put there
 *	by the task itself,
 *	by the one that makes it, before it runs for the first time, or
 *	with the machine stopped, when every task is between two switches;
 * and taken away by the task itself, in its exit or its own switch, or with the machine stopped. A context
 * that nobody wants any more is marked dead, and goes away by itself when its task next comes to a CPU (by
 * the tracepoint, whoever closes it takes it away). It may do so inside the walk, since it leaves its pointer
 * to the next one alone and is freed after a grace period.
 */
#include <linux/sched/task.h>
#include <linux/slab.h>
#include <linux/stop_machine.h>
#include <linux/string.h>
#include <linux/tracepoint.h>
#include <trace/events/sched.h>

#include "kernel/driver.h"

/* ---- Hooking ---- */

/*
 * Contexts of a task, so that no switch of it, and no fork, takes long: these are walked with interrupts off. Dead ones
 * of a task that sleeps are still there; who attaches to it takes them along.
 */
#define MAX_CONTEXTS 64

struct hooking {
	struct context *context;
	const struct cred *cred;
	const struct mm_struct *mm;
	struct list_head gone; /* dead ones, by of_hooks */
};

/* Is there a set already that it would disturb? */
static bool meets(struct task_struct *task, const struct set *set)
{
	struct context *context;

	for_each_context(context, task)
		if (!READ_ONCE(context->dead) && plans_conflict(context->set, set))
			return true;
	return false;
}

static int hook_stopped(void *data)
{
	struct hooking *h = data;
	struct task_struct *task = h->context->task;

	if (task->flags & PF_EXITING)
		return -ESRCH;
	if (rcu_access_pointer(task->real_cred) != h->cred || task->mm != h->mm)
		return -EAGAIN;
	if (switches_sweep(task, &h->gone) >= MAX_CONTEXTS)
		return -EUSERS;
	/* What its maker gave it was not there yet when this set was planned. */
	if (meets(task, h->context->set))
		return -EBUSY;
	switches_add(h->context, task);
	return 0;
}

static void put_all(struct list_head *gone)
{
	struct context *context, *next;

	list_for_each_entry_safe(context, next, gone, of_hooks) {
		list_del_init(&context->of_hooks);
		context_put(context);
	}
}

int threads_hook(struct context *context, const struct cred *cred, const struct mm_struct *mm)
{
	struct hooking h = { context, cred, mm, LIST_HEAD_INIT(h.gone) };
	int err = 0;

	if (context->task == current) {
		local_irq_disable();
		if (switches_sweep(current, &h.gone) < MAX_CONTEXTS)
			switches_add(context, current);
		else
			err = -EUSERS;
		local_irq_enable();
	} else {
		err = stop_machine(hook_stopped, &h, NULL);
	}
	put_all(&h.gone);
	return err;
}

void threads_start_here(struct set *set)
{
	struct context *context;

	for_each_context(context, current) {
		raw_spin_lock(&context->lock);
		if (!context->dead && context->set == set && context->cpu < 0 &&
		    READ_ONCE(set->running))
			context_resume(context);
		raw_spin_unlock(&context->lock);
	}
}

/* ---- Forks, programs, exits: in the task itself, preemption off ---- */

/*
 * The locks of a real-time kernel's allocator sleep. So it is called with preemption on, in the tracepoint's function
 * alone: what is being walked, and the tracepoint's own list, are kept by RCU, whose readers may sleep for locks there.
 */
static struct context *create_for(struct task_struct *child, struct set *set)
{
	gfp_t gfp = GFP_ATOMIC | __GFP_ACCOUNT | __GFP_NOWARN;
	struct context *context;

	if (!IS_ENABLED(CONFIG_PREEMPT_RT) || preemptible())
		return context_create(set, child, gfp);
	rcu_read_lock();
	preempt_enable();
	context = context_create(set, child, gfp);
	preempt_disable();
	rcu_read_unlock();
	return context;
}

static void on_fork(void *data, struct task_struct *parent, struct task_struct *child)
{
	struct context *context, *new;
	unsigned long flags;
	struct set *set;

	for_each_context(context, current) {
		if (READ_ONCE(context->dead) || !(context->set->flags & PMC_SETUP_INHERIT))
			continue;
		set = context->set;
		new = create_for(child, set);
		raw_spin_lock_irqsave(&set->lock, flags);
		if (context->dead) {
			/* closed meanwhile */
		} else if (!new || meets(child, set)) {
			set->lost++;
		} else {
			list_add(&new->of_set, &set->contexts);
			set->n_contexts++;
			switches_add(new, child);
			new = NULL;
		}
		raw_spin_unlock_irqrestore(&set->lock, flags);
		if (new)
			context_put(new);
	}
}

/* Leaves the set, with what it has counted, and the task: if it had not, the caller puts its reference. */
static bool leave(struct set *set, struct context *context)
{
	if (!context->dead) {
		if (context->cpu >= 0)
			context_suspend(context);
		set_collect(set, context);
	}
	return switches_remove(context);
}

static void on_exec(void *data, struct task_struct *task, pid_t old, struct linux_binprm *program)
{
	struct context *context;
	struct set *set;
	unsigned long flags;
	bool gone;

	for_each_context(context, current) {
		if (READ_ONCE(context->dead))
			continue;
		set = context->set;
		gone = false;
		raw_spin_lock_irqsave(&set->lock, flags);
		raw_spin_lock(&context->lock);
		if (context->dead) {
			/* closed meanwhile; the next switch takes it away */
		} else if (!set->privileged && !access_after_exec(set->cred)) {
			set->dropped = true;
			gone = leave(set, context);
		} else {
			if (set->on_exec) {
				set->on_exec = false;
				WRITE_ONCE(set->running, true);
			}
			if (set->running && context->cpu < 0)
				context_resume(context);
		}
		raw_spin_unlock(&context->lock);
		raw_spin_unlock_irqrestore(&set->lock, flags);
		if (gone)
			context_put(context);
	}
}

static void on_exit(void *data, struct task_struct *task)
{
	struct context *context;
	struct set *set;
	unsigned long flags;
	bool gone;

	for_each_context(context, current) {
		/* The set is there: preemption is off, and it outlives its contexts by a grace period, or the
		 * context is dead already and it is not looked at. */
		if (READ_ONCE(context->dead)) {
			raw_spin_lock_irqsave(&context->lock, flags);
			gone = switches_remove(context);
			raw_spin_unlock_irqrestore(&context->lock, flags);
		} else {
			set = context->set;
			raw_spin_lock_irqsave(&set->lock, flags);
			raw_spin_lock(&context->lock);
			gone = leave(set, context);
			raw_spin_unlock(&context->lock);
			raw_spin_unlock_irqrestore(&set->lock, flags);
		}
		if (gone)
			context_put(context);
	}
}

/* ---- The tracepoints, which are not exported one by one ---- */

static struct hook_point {
	const char *name;
	void *function;
	struct tracepoint *point;
	bool registered;
} points[] = {
	{ "sched_process_fork", on_fork },
	{ "sched_process_exec", on_exec },
	{ "sched_process_exit", on_exit },
	{ "sched_switch" }, /* of kernels without notifiers */
};

#define FORK   (&points[0])
#define SWITCH (&points[ARRAY_SIZE(points) - 1])

static void look(struct tracepoint *point, void *data)
{
	u32 i;

	for (i = 0; i < ARRAY_SIZE(points); i++)
		if (!strcmp(point->name, points[i].name))
			points[i].point = point;
}

static void unregister_points(void)
{
	u32 i;

	for (i = 0; i < ARRAY_SIZE(points); i++) {
		if (points[i].registered)
			tracepoint_probe_unregister(points[i].point, points[i].function, NULL);
		points[i].registered = false;
	}
	tracepoint_synchronize_unregister();
}

static int register_points(void)
{
	u32 i;
	int err = 0;

	check_trace_callback_type_sched_process_fork(on_fork);
	check_trace_callback_type_sched_process_exec(on_exec);
	check_trace_callback_type_sched_process_exit(on_exit);
	SWITCH->function = switches_probe();
	for_each_kernel_tracepoint(look, NULL)
		;
	for (i = 0; i < ARRAY_SIZE(points) && !err; i++) {
		if (!points[i].function)
			continue;
		err = points[i].point ?
			      tracepoint_probe_register(points[i].point, points[i].function, NULL) :
			      -ENODEV;
		points[i].registered = !err;
	}
	if (err)
		unregister_points();
	return err;
}

int threads_watch(void)
{
	for_each_kernel_tracepoint(look, NULL)
		;
	return SWITCH->point ? tracepoint_probe_register(SWITCH->point, switches_watch(), NULL) :
			       -ENODEV;
}

void threads_unwatch(void)
{
	tracepoint_probe_unregister(SWITCH->point, switches_watch(), NULL);
	tracepoint_synchronize_unregister();
}

static void on_any_fork(void *data, struct task_struct *parent, struct task_struct *child)
{
	page_forked(current, child);
}

/* Registering anew each time would wait for a grace period: from the first set on forks are heard of. */
static bool holding; /* plans_mutex */

int threads_hold(void)
{
	int err;

	if (holding)
		return 0;
	for_each_kernel_tracepoint(look, NULL)
		;
	err = FORK->point ? tracepoint_probe_register(FORK->point, on_any_fork, NULL) : -ENODEV;
	holding = !err;
	return err;
}

void threads_exit(void)
{
	if (holding)
		tracepoint_probe_unregister(FORK->point, on_any_fork, NULL);
	tracepoint_synchronize_unregister();
}

/* ---- While anybody counts ---- */

static u32 users; /* plans_mutex */

int threads_get(void)
{
	int err;

	if (!users) {
		err = register_points();
		if (err)
			return err;
		switches_begin();
	}
	users++;
	return 0;
}

/* Nobody counts: whatever still hangs on a task is dead. */
static int sweep_stopped(void *data)
{
	switches_remove_all(data);
	return 0;
}

void threads_put(void)
{
	LIST_HEAD(gone);

	if (--users)
		return;
	if (switches_any())
		stop_machine(sweep_stopped, &gone, NULL);
	put_all(&gone);
	switches_end();
	unregister_points();
}
