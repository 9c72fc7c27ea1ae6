// SPDX-License-Identifier: GPL-2.0
/*
 * The parts that a task has, and how they hear that it comes to a CPU and leaves it. There are two ways:
 *
 *	notifier	a preemption notifier on the task itself: tasks that nobody counts have none and pay
 *			nothing. Needs CONFIG_PREEMPT_NOTIFIERS, which CONFIG_KVM brings
 *	tracepoint	sched_switch, which is called for everybody: a task's parts are found in a hash
 *			table by its address. For kernels without notifiers, or when the parameter says so
 *
 * Either way a task's list is changed by the task itself, by the one that makes it, before it runs for the
 * first time, or with the machine stopped (thread.c). Notifiers are walked by the task alone, without locks.
 * A list of the table has parts of several tasks, so it is changed with hooks_lock, and walked by whoever
 * has preemption disabled: a part that was taken away keeps its pointer to the next one, and is freed after
 * a grace period. The tracepoint is called with the run queue's lock, where nothing must be freed: parts
 * that are not wanted any more are taken away by whoever closes them.
 */
#include <linux/hash.h>
#include <linux/module.h>
#include <linux/rculist.h>
#include <linux/string.h>
#include <trace/events/sched.h>

#include "kernel/driver.h"

static char *switches = "";
module_param(switches, charp, 0444);
MODULE_PARM_DESC(switches, "how counted threads are noticed when they are switched: notifier (default, where "
			   "the kernel has it) or tracepoint");

static bool by_tracepoint __ro_after_init;

/* Every part that is in a task's list. Taken inside part->lock. */
static DEFINE_RAW_SPINLOCK(hooks_lock);
static LIST_HEAD(hooks);

/* Is the part wanted no more? */
static bool come(struct part *part)
{
	unsigned long flags;
	bool dead;

	raw_spin_lock_irqsave(&part->lock, flags);
	dead = part->dead;
	if (!dead && part->cpu < 0 && READ_ONCE(part->set->running))
		part_resume(part);
	raw_spin_unlock_irqrestore(&part->lock, flags);
	return dead;
}

/* With the run queue's lock: interrupts are off. */
static void go(struct part *part)
{
	raw_spin_lock(&part->lock);
	if (part->cpu >= 0)
		part_suspend(part);
	raw_spin_unlock(&part->lock);
}

/* ---- By notifiers ---- */

#ifdef PMC_HAVE_NOTIFIERS

static void sched_in(struct preempt_notifier *notifier, int cpu)
{
	struct part *part = container_of(notifier, struct part, notifier);
	unsigned long flags;
	bool gone;

	if (likely(!come(part)))
		return;
	local_irq_save(flags);
	gone = switches_remove(part);
	local_irq_restore(flags);
	if (gone)
		part_put(part);
}

static void sched_out(struct preempt_notifier *notifier, struct task_struct *next)
{
	go(container_of(notifier, struct part, notifier));
}

static struct preempt_ops ops = { .sched_in = sched_in, .sched_out = sched_out };

/* The first part from a node on; others have notifiers too. */
static struct part *notified(struct hlist_node *n)
{
	struct preempt_notifier *notifier;

	for (; n; n = n->next) {
		notifier = hlist_entry(n, struct preempt_notifier, link);
		if (notifier->ops == &ops)
			return container_of(notifier, struct part, notifier);
	}
	return NULL;
}

static struct part *first_notified(const struct task_struct *task)
{
	return notified(task->preempt_notifiers.first);
}

static struct part *next_notified(const struct part *part)
{
	return notified(part->notifier.link.next);
}

static void add_notifier(struct part *part, struct task_struct *task)
{
	preempt_notifier_init(&part->notifier, &ops);
	hlist_add_head(&part->notifier.link, &task->preempt_notifiers);
}

static void remove_notifier(struct part *part)
{
	__hlist_del(&part->notifier.link);
}

static void count_users(int how_many)
{
	if (how_many > 0)
		preempt_notifier_inc();
	else
		preempt_notifier_dec();
}

#else

static void count_users(int how_many) { }
static struct part *first_notified(const struct task_struct *task) { return NULL; }
static struct part *next_notified(const struct part *part) { return NULL; }
static void add_notifier(struct part *part, struct task_struct *task) { }
static void remove_notifier(struct part *part) { }

#endif

/* ---- By the tracepoint ---- */

#define HASH_BITS 10

static struct hlist_head table[1 << HASH_BITS];

static struct hlist_head *list_of(const struct task_struct *task)
{
	return &table[hash_ptr((void *)task, HASH_BITS)];
}

/* The first of a task's parts from a node on. */
static struct part *hashed(struct hlist_node *n, const struct task_struct *task)
{
	struct part *part;

	for (; n; n = READ_ONCE(n->next)) {
		part = hlist_entry(n, struct part, of_task);
		if (part->task == task)
			return part;
	}
	return NULL;
}

/* In the old thread, with the run queue's lock, before the switch. Almost always nothing counts and the list is empty. */
static void on_switch(struct task_struct *prev, struct task_struct *next)
{
	struct list_head *active = hw_active();
	struct hlist_node *n = READ_ONCE(list_of(next)->first);
	struct part *part, *after;

	if (!list_empty(active))
		list_for_each_entry_safe(part, after, active, of_cpu)
			if (part->task == prev)
				go(part);
	for (part = hashed(n, next); part; part = hashed(READ_ONCE(part->of_task.next), next))
		come(part);
}

/* What the tracepoint calls has its very type: processors that check calls insist. */
#ifdef PMC_HAVE_PREV_STATE
#define PROBE(name) \
	static void name(void *data, bool preempt, struct task_struct *prev, struct task_struct *next, \
			 unsigned int prev_state)
#else
#define PROBE(name) \
	static void name(void *data, bool preempt, struct task_struct *prev, struct task_struct *next)
#endif

PROBE(probe)
{
	on_switch(prev, next);
}

PROBE(watch)
{
	page_hide(next);
}

void *switches_watch(void)
{
	check_trace_callback_type_sched_switch(watch);
	return watch;
}

void *switches_probe(void)
{
	check_trace_callback_type_sched_switch(probe);
	return by_tracepoint ? probe : NULL;
}

/* ---- Both ---- */

struct part *switches_first(const struct task_struct *task)
{
	return by_tracepoint ? hashed(READ_ONCE(list_of(task)->first), task) : first_notified(task);
}

struct part *switches_next(const struct part *part)
{
	return by_tracepoint ? hashed(READ_ONCE(part->of_task.next), part->task) : next_notified(part);
}

void switches_add(struct part *part, struct task_struct *task)
{
	unsigned long flags;

	refcount_inc(&part->refs);
	raw_spin_lock_irqsave(&hooks_lock, flags);
	if (by_tracepoint)
		hlist_add_head_rcu(&part->of_task, list_of(task));
	else
		add_notifier(part, task);
	list_add(&part->of_hooks, &hooks);
	raw_spin_unlock_irqrestore(&hooks_lock, flags);
}

static void unlink(struct part *part)
{
	if (by_tracepoint)
		__hlist_del(&part->of_task);
	else
		remove_notifier(part);
}

bool switches_remove(struct part *part)
{
	bool there;

	raw_spin_lock(&hooks_lock);
	there = !list_empty(&part->of_hooks);
	if (there)
		unlink(part);
	list_del_init(&part->of_hooks);
	raw_spin_unlock(&hooks_lock);
	return there;
}

void switches_drop(struct part *part)
{
	bool gone = false;

	if (!by_tracepoint)
		return;
	raw_spin_lock_irq(&part->lock);
	gone = switches_remove(part);
	raw_spin_unlock_irq(&part->lock);
	if (gone)
		part_put(part);
}

u32 switches_sweep(struct task_struct *task, struct list_head *gone)
{
	struct part *part;
	u32 n = 0;

	for_each_part(part, task) {
		if (!READ_ONCE(part->dead))
			n++;
		else if (!by_tracepoint && switches_remove(part))
			list_add(&part->of_hooks, gone);
	}
	return n;
}

bool switches_any(void)
{
	return !list_empty(&hooks);
}

void switches_remove_all(struct list_head *gone)
{
	struct part *part;

	list_for_each_entry(part, &hooks, of_hooks)
		unlink(part);
	list_splice_init(&hooks, gone);
}

void switches_begin(void)
{
	if (!by_tracepoint)
		count_users(1);
}

void switches_end(void)
{
	if (!by_tracepoint)
		count_users(-1);
}

int __init switches_init(void)
{
#ifdef PMC_HAVE_NOTIFIERS
	by_tracepoint = !strcmp(switches, "tracepoint");
#else
	by_tracepoint = true;
#endif
	if (*switches && strcmp(switches, by_tracepoint ? "tracepoint" : "notifier")) {
		pr_err("pmc: switches=%s: %s\n", switches,
		       strcmp(switches, "notifier") ? "notifier or tracepoint" :
						      "this kernel was built without CONFIG_PREEMPT_NOTIFIERS");
		return -EINVAL;
	}
	return 0;
}
