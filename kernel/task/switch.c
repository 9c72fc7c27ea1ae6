// SPDX-License-Identifier: GPL-2.0
/*
 * The contexts of each task, and how they learn that it comes to a CPU and leaves it. There are two
 * ways:
 *
 *	notifier	a preemption notifier on the task itself: tasks that nobody counts have none
 *			and pay nothing. Needs CONFIG_PREEMPT_NOTIFIERS, which CONFIG_KVM selects
 *	tracepoint	sched_switch, which is called for every task: a hash table finds a task's
 *			contexts by its address. For kernels without notifiers, or if the parameter
 *			says so
 *
 * Either way the task itself changes its list, or whoever creates the task before it runs for the
 * first time, or somebody while the task stands still (still.c). Only the task walks its notifiers,
 * without locks. A list of the table holds contexts of several tasks. So hooks_lock protects
 * changes of it, and whoever has disabled preemption may walk it: a context that was removed keeps
 * its pointer to the next one, and is freed after a grace period. The tracepoint is called with the
 * run queue's lock, where nothing must be freed: whoever closes a set removes its contexts.
 */
#include <linux/hash.h>
#include <linux/module.h>
#include <linux/rculist.h>
#include <linux/sched/task.h>
#include <linux/string.h>
#include <trace/events/sched.h>

#include "kernel/count/context.h"
#include "kernel/count/rdpmc.h"
#include "kernel/pmu/regs.h"
#include "kernel/task/switch.h"

static char *switches = "";
module_param(switches, charp, 0444);
MODULE_PARM_DESC(switches,
		 "how the module learns of the switches of counted threads: notifier (default, if "
		 "the kernel has it) or tracepoint");

static bool by_tracepoint __ro_after_init;

/* Links every context that is in a task's list. Taken inside context->lock. */
static DEFINE_RAW_SPINLOCK(hooks_lock);
static LIST_HEAD(hooks);
static u32 n_hooks;

/* The task comes to this CPU. True: the context is dead. */
static bool switch_in(struct context *context)
{
	unsigned long flags;
	bool dead;

	if (unlikely(rdpmc_is_open())) {
		local_irq_save(flags);
		rdpmc_arrive(context->task);
		local_irq_restore(flags);
	}
	raw_spin_lock_irqsave(&context->lock, flags);
	dead = context->dead;
	if (!dead && context->cpu < 0 && READ_ONCE(context->set->running))
		context_resume(context);
	raw_spin_unlock_irqrestore(&context->lock, flags);
	return dead;
}

/* The task leaves this CPU. With the run queue's lock: interrupts are off. */
static void switch_out(struct context *context)
{
	raw_spin_lock(&context->lock);
	if (context->cpu >= 0)
		context_suspend(context);
	raw_spin_unlock(&context->lock);
}

/* ---- By notifiers ---- */

#ifdef PMC_HAVE_NOTIFIERS

static void sched_in(struct preempt_notifier *notifier, int cpu)
{
	struct context *context = container_of(notifier, struct context, notifier);
	unsigned long flags;
	bool gone;

	if (likely(!switch_in(context)))
		return;
	local_irq_save(flags);
	gone = switch_remove(context);
	local_irq_restore(flags);
	if (gone)
		context_put(context);
}

static void sched_out(struct preempt_notifier *notifier, struct task_struct *next)
{
	switch_out(container_of(notifier, struct context, notifier));
}

static struct preempt_ops ops = { .sched_in = sched_in, .sched_out = sched_out };

/* The first context from a node on. Other users have notifiers in the list, too. */
static struct context *notified(struct hlist_node *n)
{
	struct preempt_notifier *notifier;

	for (; n; n = n->next) {
		notifier = hlist_entry(n, struct preempt_notifier, link);
		if (notifier->ops == &ops)
			return container_of(notifier, struct context, notifier);
	}
	return NULL;
}

static struct context *first_notified(const struct task_struct *task)
{
	return notified(task->preempt_notifiers.first);
}

static bool has_notifiers(const struct task_struct *task)
{
	return READ_ONCE(task->preempt_notifiers.first);
}

static struct context *next_notified(const struct context *context)
{
	return notified(context->notifier.link.next);
}

static void add_notifier(struct context *context, struct task_struct *task)
{
	preempt_notifier_init(&context->notifier, &ops);
	hlist_add_head(&context->notifier.link, &task->preempt_notifiers);
}

static void remove_notifier(struct context *context)
{
	__hlist_del(&context->notifier.link);
}

static void count_users(int how_many)
{
	if (how_many > 0)
		preempt_notifier_inc();
	else
		preempt_notifier_dec();
}

#else

static void count_users(int how_many)
{
}
static struct context *first_notified(const struct task_struct *task)
{
	return NULL;
}
static bool has_notifiers(const struct task_struct *task)
{
	return false;
}
static struct context *next_notified(const struct context *context)
{
	return NULL;
}
static void add_notifier(struct context *context, struct task_struct *task)
{
}
static void remove_notifier(struct context *context)
{
}

#endif

/* ---- By the tracepoint ---- */

#define HASH_BITS 13 /* a user may have thousands of threads, each with many sets */

static struct hlist_head table[1 << HASH_BITS];

static struct hlist_head *list_of(const struct task_struct *task)
{
	return &table[hash_ptr((void *)task, HASH_BITS)];
}

/* The first context of the task from a node on. */
static struct context *hashed(struct hlist_node *n, const struct task_struct *task)
{
	struct context *context;

	for (; n; n = READ_ONCE(n->next)) {
		context = hlist_entry(n, struct context, of_task);
		if (context->task == task)
			return context;
	}
	return NULL;
}

/*
 * In the thread that leaves, with the run queue's lock, before the switch. Almost always nothing
 * counts on this CPU, and the list of the next thread is empty.
 */
static void on_switch(struct task_struct *prev, struct task_struct *next)
{
	struct list_head *active = regs_active();
	struct hlist_node *n = READ_ONCE(list_of(next)->first);
	struct context *context, *after;

	if (!list_empty(active))
		list_for_each_entry_safe(context, after, active, of_cpu)
			if (context->task == prev)
				switch_out(context);
	for (context = hashed(n, next); context;
	     context = hashed(READ_ONCE(context->of_task.next), next))
		switch_in(context);
}

/* Functions for the tracepoint need its exact type, because kernels with CFI check calls. */
#ifdef PMC_HAVE_PREV_STATE
#define PROBE(name)                                                          \
	static void name(void *data, bool preempt, struct task_struct *prev, \
			 struct task_struct *next, unsigned int prev_state)
#else
#define PROBE(name)                                                          \
	static void name(void *data, bool preempt, struct task_struct *prev, \
			 struct task_struct *next)
#endif

PROBE(probe)
{
	on_switch(prev, next);
}

PROBE(hide)
{
	rdpmc_hide(next);
}

void *switch_hide_probe(void)
{
	check_trace_callback_type_sched_switch(hide);
	return hide;
}

void *switch_probe(void)
{
	check_trace_callback_type_sched_switch(probe);
	return by_tracepoint ? probe : NULL;
}

/* ---- Both ---- */

bool switch_has_none(const struct task_struct *task)
{
	return by_tracepoint ? !READ_ONCE(list_of(task)->first) : !has_notifiers(task);
}

struct context *switch_first(const struct task_struct *task)
{
	return by_tracepoint ? hashed(READ_ONCE(list_of(task)->first), task) : first_notified(task);
}

struct context *switch_next(const struct context *context)
{
	return by_tracepoint ? hashed(READ_ONCE(context->of_task.next), context->task) :
			       next_notified(context);
}

void switch_add(struct context *context, struct task_struct *task)
{
	unsigned long flags;

	refcount_inc(&context->refs);
	raw_spin_lock_irqsave(&hooks_lock, flags);
	if (by_tracepoint)
		hlist_add_head_rcu(&context->of_task, list_of(task));
	else
		add_notifier(context, task);
	list_add(&context->of_hooks, &hooks);
	WRITE_ONCE(n_hooks, n_hooks + 1);
	raw_spin_unlock_irqrestore(&hooks_lock, flags);
}

static void unlink(struct context *context)
{
	if (by_tracepoint)
		__hlist_del(&context->of_task);
	else
		remove_notifier(context);
}

bool switch_remove(struct context *context)
{
	bool there;

	raw_spin_lock(&hooks_lock);
	there = !list_empty(&context->of_hooks);
	if (there) {
		unlink(context);
		WRITE_ONCE(n_hooks, n_hooks - 1);
	}
	list_del_init(&context->of_hooks);
	raw_spin_unlock(&hooks_lock);
	return there;
}

void switch_drop(struct context *context)
{
	bool gone = false;

	if (!by_tracepoint)
		return;
	raw_spin_lock_irq(&context->lock);
	gone = switch_remove(context);
	raw_spin_unlock_irq(&context->lock);
	if (gone)
		context_put(context);
}

u32 switch_sweep(struct task_struct *task, enum rank rank, struct list_head *gone)
{
	struct context *context;
	u32 n = 0;

	for_each_context(context, task) {
		if (!READ_ONCE(context->dead))
			n += (context->set->rank == USERS) == (rank == USERS);
		else if (!by_tracepoint && switch_remove(context))
			list_add(&context->of_hooks, gone);
	}
	return n;
}

u32 switch_count(void)
{
	return READ_ONCE(n_hooks);
}

/* A context in the list has a task that has not ended yet. */
u32 switch_some(struct context **some, u32 n)
{
	struct context *context, *next;
	LIST_HEAD(chosen);
	u32 i = 0;

	raw_spin_lock_irq(&hooks_lock);
	list_for_each_entry_safe(context, next, &hooks, of_hooks) {
		if (i == n)
			break;
		refcount_inc(&context->refs);
		get_task_struct(context->task);
		some[i++] = context;
		list_move_tail(&context->of_hooks, &chosen);
	}
	list_splice_tail(&chosen, &hooks);
	raw_spin_unlock_irq(&hooks_lock);
	return i;
}

void switch_remove_some(struct list_head *gone, u32 n)
{
	struct context *context;

	for (; n && n_hooks; n--, n_hooks--) {
		context = list_first_entry(&hooks, struct context, of_hooks);
		unlink(context);
		list_move(&context->of_hooks, gone);
	}
}

void switch_begin(void)
{
	if (!by_tracepoint)
		count_users(1);
}

void switch_end(void)
{
	if (!by_tracepoint)
		count_users(-1);
}

int __init switch_init(void)
{
#ifdef PMC_HAVE_NOTIFIERS
	by_tracepoint = !strcmp(switches, "tracepoint");
#else
	by_tracepoint = true;
#endif
	if (!*switches || !strcmp(switches, by_tracepoint ? "tracepoint" : "notifier"))
		return 0;
	if (!strcmp(switches, "notifier"))
		pr_err("pmc: switches=notifier needs CONFIG_PREEMPT_NOTIFIERS in the kernel\n");
	else
		pr_err("pmc: switches=%s: it must be notifier or tracepoint\n", switches);
	return -EINVAL;
}
