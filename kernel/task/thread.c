// SPDX-License-Identifier: GPL-2.0
/*
 * Contexts of threads. They are hooked to a task, and learn of its switches (switch.c), and of its
 * forks, executed programs and exit through the scheduler's tracepoints, which are used while
 * anybody counts.
 *
 * A task's list of contexts belongs to the task, which walks it when it is switched. So a context
 * is added
 *	by the task itself,
 *	by whoever creates the task, before it runs for the first time, or
 *	while the task stands still (still.c);
 * and removed by the task itself, in its exit or its own switch, or while it stands still. A
 * context that nobody wants any more is marked dead, and its task removes it when it next comes to
 * a CPU (with the tracepoint, whoever closes the set removes it). The task may do so inside the
 * walk, since a removed context keeps its pointer to the next one and is freed after a grace
 * period.
 */
#include <linux/sched/task.h>
#include <linux/slab.h>
#include <linux/stop_machine.h>
#include <linux/tracepoint.h>
#include <linux/workqueue.h>
#include <trace/events/sched.h>

#include "kernel/base/access.h"
#include "kernel/count/context.h"
#include "kernel/count/plan.h"
#include "kernel/count/rdpmc.h"
#include "kernel/count/turn.h"
#include "kernel/task/records.h"
#include "kernel/task/still.h"
#include "kernel/task/switch.h"
#include "kernel/task/thread.h"
#include "kernel/task/tracepoint.h"

/* ---- Hooking ---- */

/*
 * A task has at most so many contexts of privileged sets, and so many of others, since its switches
 * and forks walk them with interrupts off. So users cannot keep an administrator out. Dead ones
 * stay in the list of a task that sleeps; whoever attaches to that task removes them.
 */
#define MAX_CONTEXTS 32

struct hooking {
	struct context *context;
	const struct cred *cred;
	const struct mm_struct *mm;
	struct list_head gone; /* dead contexts, by of_hooks */
};

struct meeting {
	const struct task_struct *task;
	struct set *set;
};

static int meet_still(void *data)
{
	struct meeting *m = data;
	struct context *context;

	for_each_context(context, m->task)
		if (!READ_ONCE(context->dead))
			plan_meet(m->set, context->set);
	return 0;
}

int thread_meet(struct task_struct *task, struct set *set)
{
	struct meeting m = { task, set };

	plan_begin(set);
	if (switch_has_none(task))
		return 0;
	if (task != current)
		return still_call(task, meet_still, &m);
	local_irq_disable();
	meet_still(&m);
	local_irq_enable();
	return 0;
}

static void share_with(struct context *context, struct set *set)
{
	struct set *other = context->set;

	if (READ_ONCE(context->dead) || (READ_ONCE(other->shares) && READ_ONCE(set->shares)))
		return;
	if (plan_conflicts(other, set))
		turn_share(other, set);
}

/* The task may have inherited sets since this one was planned: it shares counters with them. */
static void share_with_inherited(struct task_struct *task, struct set *set)
{
	struct context *context;

	for_each_context(context, task)
		if (!plan_has_met(set, context->set))
			share_with(context, set);
}

/* Somebody may have attached sets to the new task already. */
static void share_with_attached(struct task_struct *task, struct set *set)
{
	struct context *context;

	for_each_context(context, task)
		if (context->target)
			share_with(context, set);
}

/* While the task stands still. */
static int hook_still(void *data)
{
	struct hooking *h = data;
	struct task_struct *task = h->context->task;

	if (task->flags & PF_EXITING)
		return -ESRCH;
	if (rcu_access_pointer(task->real_cred) != h->cred || task->mm != h->mm)
		return -EAGAIN;
	if (switch_sweep(task, h->context->set->rank, &h->gone) >= MAX_CONTEXTS)
		return -EUSERS;
	share_with_inherited(task, h->context->set);
	switch_add(h->context, task);
	return 0;
}

static int hook_current(struct hooking *h)
{
	int err = 0;

	local_irq_disable();
	if (switch_sweep(current, h->context->set->rank, &h->gone) < MAX_CONTEXTS)
		switch_add(h->context, current);
	else
		err = -EUSERS;
	local_irq_enable();
	return err;
}

static void put_all(struct list_head *gone)
{
	struct context *context, *next;

	list_for_each_entry_safe(context, next, gone, of_hooks) {
		list_del_init(&context->of_hooks);
		context_put(context);
	}
}

int thread_hook(struct context *context, const struct cred *cred, const struct mm_struct *mm)
{
	struct hooking h = { context, cred, mm, LIST_HEAD_INIT(h.gone) };
	int err = context->task == current ? hook_current(&h) :
					     still_call(context->task, hook_still, &h);

	put_all(&h.gone);
	return err;
}

void thread_start_here(struct set *set)
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

/* ---- Forks, executed programs, exits: in the task itself, with preemption off ---- */

/*
 * The allocator of a real-time kernel takes locks that sleep. So preemption is turned on around it,
 * which only the tracepoint's probe may do: RCU, whose readers may sleep for locks there, keeps the
 * list that is being walked and the tracepoint's own list.
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

static void inherit(struct context *context, struct task_struct *child)
{
	struct set *set = context->set;
	struct context *new = create_for(child, set);
	unsigned long flags;

	raw_spin_lock_irqsave(&set->lock, flags);
	if (context->dead || set->closing) {
		/* The set was closed meanwhile. */
	} else if (!new) {
		set->lost++;
	} else {
		share_with_attached(child, set);
		/* A walk that is under way has seen it: it has counted nothing. */
		new->pass = set->pass;
		list_add_tail(&new->of_set, &set->contexts);
		set->n_contexts++;
		switch_add(new, child);
		new = NULL;
	}
	raw_spin_unlock_irqrestore(&set->lock, flags);
	if (new)
		context_put(new);
}

/*
 * Whoever walks a task's contexts has preemption off. Newer kernels call probes with preemption on.
 */
static void begin_walk(void)
{
	if (IS_ENABLED(PMC_HAVE_PREEMPTIBLE_PROBES))
		preempt_disable();
}

static void end_walk(void)
{
	if (IS_ENABLED(PMC_HAVE_PREEMPTIBLE_PROBES))
		preempt_enable();
}

static void on_fork(void *data, struct task_struct *parent, struct task_struct *child)
{
	struct context *context;

	begin_walk();
	for_each_context(context, current)
		if (!READ_ONCE(context->dead) && context->set->flags & PMC_SETUP_INHERIT)
			inherit(context, child);
	records_fork(child);
	end_walk();
}

/*
 * Takes the context away from its set, which keeps what it has counted, and from its task. True:
 * the caller must put the task's reference. With set->lock and context->lock.
 */
static bool detach(struct context *context)
{
	if (!context->dead) {
		if (context->cpu >= 0)
			context_suspend(context);
		context_collect(context);
	}
	return switch_remove(context);
}

/* The set may be set to start now, or may not count the new program. True: the context is gone. */
static bool executed(struct context *context)
{
	struct set *set = context->set;

	if (context->dead)
		return false; /* the set was closed; the next switch removes the context */
	if (set->rank == USERS && !access_after_exec(set->cred)) {
		set->dropped = true;
		return detach(context);
	}
	if (set->on_exec && context->target) {
		set->on_exec = false;
		WRITE_ONCE(set->running, true);
	}
	if (set->running && context->cpu < 0)
		context_resume(context);
	return false;
}

static void on_exec(void *data, struct task_struct *task, pid_t old, struct linux_binprm *program)
{
	struct context *context;
	unsigned long flags;
	struct set *set;
	bool gone;

	begin_walk();
	for_each_context(context, current) {
		if (READ_ONCE(context->dead))
			continue;
		set = context->set;
		raw_spin_lock_irqsave(&set->lock, flags);
		raw_spin_lock(&context->lock);
		gone = executed(context);
		raw_spin_unlock(&context->lock);
		raw_spin_unlock_irqrestore(&set->lock, flags);
		if (gone)
			context_put(context);
	}
	records_exec(program, old);
	end_walk();
}

#ifdef PMC_HAVE_GROUP_DEAD
static void on_exit(void *data, struct task_struct *task, bool group_dead)
#else
static void on_exit(void *data, struct task_struct *task)
#endif
{
	struct context *context;
	unsigned long flags;
	struct set *set;
	bool gone;

	begin_walk();
	records_ending();
	for_each_context(context, current) {
		/*
		 * A set outlives its contexts by a grace period, and preemption is off, so the set
		 * of a live context exists. That of a dead one may not.
		 */
		if (READ_ONCE(context->dead)) {
			raw_spin_lock_irqsave(&context->lock, flags);
			gone = switch_remove(context);
			raw_spin_unlock_irqrestore(&context->lock, flags);
		} else {
			set = context->set;
			raw_spin_lock_irqsave(&set->lock, flags);
			raw_spin_lock(&context->lock);
			gone = detach(context);
			raw_spin_unlock(&context->lock);
			raw_spin_unlock_irqrestore(&set->lock, flags);
		}
		if (gone)
			context_put(context);
	}
	end_walk();
}

/* ---- While anybody counts threads ---- */

static struct probe {
	enum sched_point point;
	void *function;
	bool registered;
} probes[] = {
	{ POINT_FORK, on_fork },
	{ POINT_EXEC, on_exec },
	{ POINT_EXIT, on_exit },
	{ POINT_SWITCH, NULL }, /* switch_probe(): only without notifiers */
};

static u32 users;   /* plans_mutex */
static bool hooked; /* the probes are registered, and notifiers on; plans_mutex */

static void unregister_probes(void)
{
	struct probe *p;

	for (p = probes; p < probes + ARRAY_SIZE(probes); p++) {
		if (p->registered)
			tracepoint_put(p->point, p->function);
		p->registered = false;
	}
	tracepoint_wait();
}

static int register_probes(void)
{
	struct probe *p;
	int err;

	check_trace_callback_type_sched_process_fork(on_fork);
	check_trace_callback_type_sched_process_exec(on_exec);
	check_trace_callback_type_sched_process_exit(on_exit);
	probes[ARRAY_SIZE(probes) - 1].function = switch_probe();
	for (p = probes; p < probes + ARRAY_SIZE(probes); p++) {
		if (!p->function)
			continue;
		err = tracepoint_get(p->point, p->function);
		if (err) {
			unregister_probes();
			return err;
		}
		p->registered = true;
	}
	return 0;
}

int thread_get(bool records)
{
	int err = records ? records_begin() : 0;

	if (err)
		return err;
	if (!hooked) {
		err = register_probes();
		if (err)
			return err;
		switch_begin();
		hooked = true;
	}
	users++;
	return 0;
}

/*
 * ---- When nobody counts any more ----
 *
 * Switching hooks on and off changes the kernel's code, which every CPU notices. So they stay for a
 * while: whoever counts one command after another switches them once.
 */

#define LINGER_MS 1000

static void linger(struct work_struct *work);
static DECLARE_DELAYED_WORK(lingering, linger);
static unsigned long put_at; /* jiffies: when the last user went; plans_mutex */

static void unhook(void)
{
	records_end();
	switch_end();
	unregister_probes();
	hooked = false;
}

/* Removes a dead context from its task, which stands still. */
static int remove_still(void *data)
{
	struct context *context = data;

	return switch_remove(context);
}

/* Removes the dead contexts of tasks that sleep; those that run do it themselves. */
static void sweep(void)
{
	struct context *context, *some[16];
	u32 left = switch_count(), n, i;

	for (; left; left -= min(left, n)) {
		n = switch_some(some, ARRAY_SIZE(some));
		if (!n)
			break;
		for (i = 0; i < n; i++) {
			context = some[i];
			/* The task's reference, if it had one, and that of switch_some(). */
			if (still_asleep(context->task, remove_still, context) > 0)
				context_put(context);
			put_task_struct(context->task);
			context_put(context);
		}
		cond_resched();
	}
}

static void linger(struct work_struct *work)
{
	unsigned long until;

	mutex_lock(&plans_mutex);
	until = put_at + msecs_to_jiffies(LINGER_MS);
	if (hooked && !users) {
		if (time_before(jiffies, until)) {
			schedule_delayed_work(&lingering, until - jiffies);
			goto out;
		}
		sweep();
		if (switch_count())
			schedule_delayed_work(&lingering, msecs_to_jiffies(LINGER_MS));
		else
			unhook();
	}
out:
	mutex_unlock(&plans_mutex);
}

void thread_put(void)
{
	if (--users)
		return;
	/* The work, which is often under way already, looks at the time again. */
	put_at = jiffies;
	schedule_delayed_work(&lingering, msecs_to_jiffies(LINGER_MS));
}

/* Every context that still hangs on a task is dead. */
static int sweep_stopped(void *data)
{
	switch_remove_some(data, 100);
	return 0;
}

/*
 * The module is unloaded, and cannot wait until each task comes to a CPU. The machine is stopped
 * for a few of them at a time.
 */
static void unhook_now(void)
{
	LIST_HEAD(gone);

	cancel_delayed_work_sync(&lingering);
	if (!hooked)
		return;
	for (sweep(); switch_count(); sweep()) {
		stop_machine(sweep_stopped, &gone, NULL);
		put_all(&gone);
	}
	unhook();
}

/* ---- What RDPMC in user mode needs to learn ---- */

static u32 watchers; /* plans_mutex */

int thread_watch_switches(void)
{
	int err = watchers ? 0 : tracepoint_get(POINT_SWITCH, switch_hide_probe());

	if (!err)
		watchers++;
	return err;
}

void thread_unwatch_switches(void)
{
	if (--watchers)
		return;
	tracepoint_put(POINT_SWITCH, switch_hide_probe());
	tracepoint_wait();
}

/* A process with several threads may use RDPMC, or none does any more; this lingers, too. */
static void watch_shared(struct work_struct *work)
{
	static bool watching;
	bool begins;

	mutex_lock(&plans_mutex);
	begins = rdpmc_is_shared() && !watching;
	if (begins) {
		watching = !thread_watch_switches();
	} else if (watching && rdpmc_unwatch()) {
		thread_unwatch_switches();
		watching = false;
	}
	mutex_unlock(&plans_mutex);
	/*
	 * Switches that began before that end: preemption is off in them. On a real-time kernel a
	 * thread that holds a CPU can put this off for long, so nobody else waits for it.
	 */
	if (begins && watching) {
		synchronize_rcu();
		rdpmc_watch();
	}
}

static DECLARE_DELAYED_WORK(watching_shared, watch_shared);

static void sharing_changed(bool shared)
{
	mod_delayed_work(system_wq, &watching_shared, shared ? 0 : msecs_to_jiffies(LINGER_MS));
}

void thread_init(void)
{
	rdpmc_tell(sharing_changed);
}

static void on_any_fork(void *data, struct task_struct *parent, struct task_struct *child)
{
	rdpmc_forked(current, child);
}

static bool watching_forks; /* plans_mutex */

/* Registering anew each time that the PMU is taken would wait for a grace period each time. */
int thread_watch_forks(void)
{
	int err;

	if (watching_forks)
		return 0;
	err = tracepoint_get(POINT_FORK, on_any_fork);
	watching_forks = !err;
	return err;
}

void thread_exit(void)
{
	/* All sets are closed. A fork that began before may still say that its process shares. */
	if (watching_forks)
		tracepoint_put(POINT_FORK, on_any_fork);
	tracepoint_wait();
	cancel_delayed_work_sync(&watching_shared);
	watch_shared(NULL);
	unhook_now();
}
