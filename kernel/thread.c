// SPDX-License-Identifier: GPL-2.0
/*
 * What hangs on tasks. A part's preemption notifier is called when its task leaves a CPU and comes back;
 * tasks that nobody counts have none and pay nothing. Forks, executed programs and exits come through the
 * scheduler's tracepoints, which are used while anybody counts.
 *
 * The list of a task's notifiers belongs to the task: it walks it, without locks, when it is switched. So
 * a part is put there
 *	by the task itself,
 *	by the one that makes it, before it runs for the first time, or
 *	with the machine stopped, when every task is between two switches;
 * and taken away by the task itself, in its exit or its own switch, or with the machine stopped. A part
 * that nobody wants any more is marked dead, and goes away by itself when its task next comes to a CPU. It
 * may do so inside the walk, since it leaves its pointer to the next one alone and is freed after a grace
 * period.
 */
#include <linux/sched/task.h>
#include <linux/slab.h>
#include <linux/stop_machine.h>
#include <linux/string.h>
#include <linux/tracepoint.h>

#include "kernel/driver.h"

#ifndef CONFIG_PREEMPT_NOTIFIERS
#error "pmc needs a kernel with CONFIG_PREEMPT_NOTIFIERS (which CONFIG_KVM brings)"
#endif

/* Every part that is in a task's list. Taken inside part->lock. */
static DEFINE_RAW_SPINLOCK(hooks_lock);
static LIST_HEAD(hooks);

/* ---- Switches ---- */

static void sched_in(struct preempt_notifier *notifier, int cpu)
{
	struct part *part = container_of(notifier, struct part, notifier);
	unsigned long flags;
	bool dead;

	raw_spin_lock_irqsave(&part->lock, flags);
	dead = part->dead;
	if (unlikely(dead)) {
		__hlist_del(&notifier->link);
		raw_spin_lock(&hooks_lock);
		list_del_init(&part->of_hooks);
		raw_spin_unlock(&hooks_lock);
	} else if (part->cpu < 0 && READ_ONCE(part->set->running)) {
		part_resume(part);
	}
	raw_spin_unlock_irqrestore(&part->lock, flags);
	if (unlikely(dead))
		part_put(part);
}

/* With the run queue's lock: interrupts are off. */
static void sched_out(struct preempt_notifier *notifier, struct task_struct *next)
{
	struct part *part = container_of(notifier, struct part, notifier);

	raw_spin_lock(&part->lock);
	if (part->cpu >= 0)
		part_suspend(part);
	raw_spin_unlock(&part->lock);
}

static struct preempt_ops ops = { .sched_in = sched_in, .sched_out = sched_out };

static struct part *part_of(struct preempt_notifier *notifier)
{
	return notifier->ops == &ops ? container_of(notifier, struct part, notifier) : NULL;
}

/* ---- Hooking ---- */

static void add_hook(struct part *part, struct task_struct *task)
{
	unsigned long flags;

	refcount_inc(&part->refs);
	preempt_notifier_init(&part->notifier, &ops);
	raw_spin_lock_irqsave(&hooks_lock, flags);
	hlist_add_head(&part->notifier.link, &task->preempt_notifiers);
	list_add(&part->of_hooks, &hooks);
	raw_spin_unlock_irqrestore(&hooks_lock, flags);
}

/* The reference of the task is the caller's to put. With part->lock, or the machine stopped. */
static void remove_hook(struct part *part)
{
	hlist_del(&part->notifier.link);
	raw_spin_lock(&hooks_lock);
	list_del_init(&part->of_hooks);
	raw_spin_unlock(&hooks_lock);
}

struct hooking {
	struct part *part;
	const struct cred *cred;
	const struct mm_struct *mm;
};

static int hook_stopped(void *data)
{
	struct hooking *h = data;
	struct task_struct *task = h->part->task;

	if (task->flags & PF_EXITING)
		return -ESRCH;
	if (rcu_access_pointer(task->real_cred) != h->cred || task->mm != h->mm)
		return -EAGAIN;
	add_hook(h->part, task);
	return 0;
}

int threads_hook(struct part *part, const struct cred *cred, const struct mm_struct *mm)
{
	struct hooking h = { part, cred, mm };

	if (part->task != current)
		return stop_machine(hook_stopped, &h, NULL);
	preempt_disable();
	add_hook(part, current);
	preempt_enable();
	return 0;
}

void threads_start_here(struct set *set)
{
	struct preempt_notifier *n;
	struct part *part;

	hlist_for_each_entry(n, &current->preempt_notifiers, link) {
		part = part_of(n);
		if (!part)
			continue;
		raw_spin_lock(&part->lock);
		if (!part->dead && part->set == set && part->cpu < 0 && READ_ONCE(set->running))
			part_resume(part);
		raw_spin_unlock(&part->lock);
	}
}

/* ---- Forks, programs, exits: in the task itself, preemption off ---- */

static bool meets(struct task_struct *child, const struct set *set)
{
	struct preempt_notifier *n;
	struct part *part;

	hlist_for_each_entry(n, &child->preempt_notifiers, link) {
		part = part_of(n);
		if (part && !READ_ONCE(part->dead) && plans_conflict(part->set, set))
			return true;
	}
	return false;
}

static void on_fork(void *data, struct task_struct *parent, struct task_struct *child)
{
	struct preempt_notifier *n;
	struct part *part, *new;
	unsigned long flags;
	struct set *set;

	hlist_for_each_entry(n, &current->preempt_notifiers, link) {
		part = part_of(n);
		if (!part || READ_ONCE(part->dead) || !(part->set->flags & PMC_SETUP_INHERIT))
			continue;
		set = part->set;
		new = part_create(set, child, GFP_ATOMIC | __GFP_NOWARN);
		raw_spin_lock_irqsave(&set->lock, flags);
		if (part->dead) {
			/* closed meanwhile */
		} else if (!new || meets(child, set)) {
			set->lost++;
		} else {
			list_add(&new->of_set, &set->parts);
			set->n_parts++;
			add_hook(new, child);
			new = NULL;
		}
		raw_spin_unlock_irqrestore(&set->lock, flags);
		if (new)
			part_put(new);
	}
}

/* Leaves the set, with what it has counted, and the task. */
static void leave(struct set *set, struct part *part)
{
	if (!part->dead) {
		if (part->cpu >= 0)
			part_suspend(part);
		set_collect(set, part);
	}
	remove_hook(part);
}

static void on_exec(void *data, struct task_struct *task)
{
	struct preempt_notifier *n;
	struct hlist_node *next;
	struct part *part;
	struct set *set;
	unsigned long flags;
	bool gone;

	hlist_for_each_entry_safe(n, next, &current->preempt_notifiers, link) {
		part = part_of(n);
		if (!part || READ_ONCE(part->dead))
			continue;
		set = part->set;
		gone = false;
		raw_spin_lock_irqsave(&set->lock, flags);
		raw_spin_lock(&part->lock);
		if (part->dead) {
			/* closed meanwhile; the next switch takes it away */
		} else if (!set->privileged && !access_after_exec(set->cred)) {
			set->dropped = true;
			leave(set, part);
			gone = true;
		} else {
			if (set->on_exec) {
				set->on_exec = false;
				WRITE_ONCE(set->running, true);
			}
			if (set->running && part->cpu < 0)
				part_resume(part);
		}
		raw_spin_unlock(&part->lock);
		raw_spin_unlock_irqrestore(&set->lock, flags);
		if (gone)
			part_put(part);
	}
}

static void on_exit(void *data, struct task_struct *task)
{
	struct preempt_notifier *n;
	struct hlist_node *next;
	struct part *part;
	struct set *set;
	unsigned long flags;

	hlist_for_each_entry_safe(n, next, &current->preempt_notifiers, link) {
		part = part_of(n);
		if (!part)
			continue;
		/* The set is there: preemption is off, and it outlives its parts by a grace period, or the
		 * part is dead already and it is not looked at. */
		if (READ_ONCE(part->dead)) {
			raw_spin_lock_irqsave(&part->lock, flags);
			remove_hook(part);
			raw_spin_unlock_irqrestore(&part->lock, flags);
		} else {
			set = part->set;
			raw_spin_lock_irqsave(&set->lock, flags);
			raw_spin_lock(&part->lock);
			leave(set, part);
			raw_spin_unlock(&part->lock);
			raw_spin_unlock_irqrestore(&set->lock, flags);
		}
		part_put(part);
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
};

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

	for_each_kernel_tracepoint(look, NULL);
	for (i = 0; i < ARRAY_SIZE(points) && !err; i++) {
		err = points[i].point ?
			      tracepoint_probe_register(points[i].point, points[i].function, NULL) :
			      -ENODEV;
		points[i].registered = !err;
	}
	if (err)
		unregister_points();
	return err;
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
		preempt_notifier_inc();
	}
	users++;
	return 0;
}

/* Nobody counts: whatever still hangs on a task is dead. */
static int sweep_stopped(void *data)
{
	struct list_head *gone = data;
	struct part *part;

	list_for_each_entry(part, &hooks, of_hooks)
		hlist_del(&part->notifier.link);
	list_splice_init(&hooks, gone);
	return 0;
}

void threads_put(void)
{
	struct part *part, *next;
	LIST_HEAD(gone);

	if (--users)
		return;
	if (!list_empty(&hooks))
		stop_machine(sweep_stopped, &gone, NULL);
	list_for_each_entry_safe(part, next, &gone, of_hooks) {
		list_del_init(&part->of_hooks);
		part_put(part);
	}
	preempt_notifier_dec();
	unregister_points();
}
