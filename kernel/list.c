// SPDX-License-Identifier: GPL-2.0
/*
 * Tells who counts what (PMC_IOC_LIST). On a CPU, the CPU itself looks at its list of contexts. All
 * that can wait is done afterwards, since it looks with interrupts off. Of a thread, the contexts
 * are found by walking all sets, which disturbs nobody; only the CPU where the thread counts is
 * asked to bring the sums up to date, as nobody else can read its counters.
 */
#include <linux/cpumask.h>
#include <linux/cred.h>
#include <linux/errno.h>
#include <linux/minmax.h>
#include <linux/mm.h>
#include <linux/pid_namespace.h>
#include <linux/sched.h>
#include <linux/sched/task.h>
#include <linux/slab.h>
#include <linux/smp.h>
#include <linux/string.h>
#include <linux/uidgid.h>
#include <asm/tsc.h>

#include "abi/event.h"
#include "kernel/base/access.h"
#include "kernel/count/context.h"
#include "kernel/count/plan.h"
#include "kernel/count/walk.h"
#include "kernel/list.h"
#include "kernel/pmu/regs.h"

struct listing {
	struct pmc_ioctl_holding *holdings;
	struct encoding *enc; /* of each */
	u32 room, n;
	bool all;	   /* the caller sees every user's, not only his own */
	bool traces;	   /* he may trace the thread that is listed … */
	bool reads_kernel; /* … and count kernel mode */
	const struct cred *cred;
	struct pid_namespace *pids;
};

/* ---- What the caller may know; he is not `current` where a CPU looks ---- */

/* Of a thread that the caller may trace: does the set show him nothing but what he could count? */
static bool is_open_to_tracer(const struct listing *l, const struct set *set)
{
	return l->traces && set->rank == USERS && access_has_no_more(l->cred, set->cred);
}

static bool may_see(const struct listing *l, const struct set *set)
{
	return l->all || uid_eq(set->cred->uid, l->cred->uid) || is_open_to_tracer(l, set);
}

static bool may_read(const struct listing *l, const struct set *set, u32 event)
{
	return l->all || access_equals(l->cred, set->cred) ||
	       (is_open_to_tracer(l, set) && (l->reads_kernel || !set->kernel[event]));
}

/* ---- The entries ---- */

static void add_value(struct pmc_ioctl_holding *h, const struct context *context, u32 event)
{
	h->flags |= PMC_HOLDING_VALUE;
	h->value = context->count[event].sum;
	h->enabled = context->tsc;
	h->running = context_running(context, event);
	h->time = context->cpu < 0 ? rdtsc() : context->tsc_base;
}

/* With its lock. */
static void add_context(struct listing *l, const struct context *context)
{
	const struct reg_plan *plan = context->plan;
	const struct set *set = context->set;
	const struct pmc_ioctl_holding common = {
		.pid = (u32)pid_nr_ns(set->pid, l->pids),
		.tid = context->task ? task_pid_nr_ns(context->task, l->pids) : -1,
		.uid = from_kuid_munged(l->cred->user_ns, set->cred->uid),
		.flags = (set->rank == USERS ? 0 : PMC_HOLDING_PRIVILEGED) |
			 (set->of_kernel ? PMC_HOLDING_KERNEL : 0),
		.cpu = context->cpu,
	};
	u8 counter[PMC_ABI_EVENTS];
	u32 i;

	memset(counter, PMC_NO_COUNTER, sizeof(counter));
	for (i = 0; context->cpu >= 0 && i < plan->n_counters; i++)
		counter[plan->counter[i].event] = plan->counter[i].counter;
	for (i = 0; i < context->n; i++, l->n++) {
		if (l->n >= l->room)
			continue;
		l->enc[l->n] = set->enc[i];
		l->holdings[l->n] = common;
		l->holdings[l->n].counter = counter[i];
		l->holdings[l->n].number = (u8)i;
		if (context->cpu >= 0 && counter[i] == PMC_NO_COUNTER)
			l->holdings[l->n].flags |= PMC_HOLDING_WAITS;
		if (may_read(l, set, i))
			add_value(&l->holdings[l->n], context, i);
	}
}

static void listing_init(struct listing *l, struct pmc_ioctl_holding *holdings, u32 n)
{
	*l = (struct listing){
		.holdings = holdings,
		.room = n,
		.all = access_privileged(),
		.reads_kernel = access_kernel(),
		.cred = current_cred(),
		.pids = task_active_pid_ns(current),
	};
}

/* What came from the ABI can go back. A sibling is told the one ESCR that it was given. */
static void add_events(struct listing *l)
{
	u32 i;

	for (i = 0; i < min(l->n, l->room); i++)
		pmc_abi_from_encoding(&l->enc[i], &l->holdings[i].event);
}

/* ---- Of a CPU ---- */

static void look(void *data)
{
	struct listing *l = data;
	struct context *context;
	unsigned long flags;

	local_irq_save(flags);
	list_for_each_entry(context, regs_active(), of_cpu) {
		if (!may_see(l, context->set))
			continue;
		raw_spin_lock(&context->lock);
		context_update(context);
		add_context(l, context);
		raw_spin_unlock(&context->lock);
	}
	local_irq_restore(flags);
}

int list_cpu(u32 cpu, struct pmc_ioctl_holding *holdings, u32 n)
{
	struct listing l;
	int err = -ENXIO;

	if (cpu >= nr_cpu_ids || !cpu_online(cpu))
		return -ENXIO;
	/* A CPU where nothing counts is not interrupted for that. */
	if (regs_idle((int)cpu))
		return 0;
	listing_init(&l, holdings, n);
	l.enc = kvmalloc_array(n + 1, sizeof(*l.enc), GFP_KERNEL);
	if (!l.enc)
		return -ENOMEM;
	if (smp_call_function_single((int)cpu, look, &l, 1))
		goto out;
	add_events(&l);
	err = (int)l.n;
out:
	kvfree(l.enc);
	return err;
}

/* ---- Of a thread ---- */

#define MOST_CONTEXTS 72 /* more than thread_hook() and forks give a thread */

struct contexts {
	const struct task_struct *task;
	u32 n;
	struct context *context[MOST_CONTEXTS];
};

/* With the locks of a walk. */
static void note_context(struct context *context, void *data)
{
	struct contexts *c = data;

	if (context->task != c->task || c->n == MOST_CONTEXTS)
		return;
	refcount_inc(&context->refs);
	c->context[c->n++] = context;
}

static void note_set(struct set *set, void *data)
{
	if (set->cpu < 0)
		walk(set, note_context, data);
}

static void update_here(void *data)
{
	struct contexts *c = data;
	struct context *context;
	unsigned long flags;

	local_irq_save(flags);
	list_for_each_entry(context, regs_active(), of_cpu) {
		if (context->task != c->task)
			continue;
		raw_spin_lock(&context->lock);
		context_update(context);
		raw_spin_unlock(&context->lock);
	}
	local_irq_restore(flags);
}

/* Has the CPU where the thread counts, if it does, bring the sums up to date. */
static void update_contexts(struct contexts *c)
{
	int cpu = -1;
	u32 i;

	for (i = 0; i < c->n && cpu < 0; i++)
		cpu = READ_ONCE(c->context[i]->cpu);
	/* If it leaves that CPU meanwhile, it brings the sums up to date by that. */
	if (cpu >= 0)
		smp_call_function_single(cpu, update_here, c, 1);
}

static void list_contexts(struct listing *l, const struct contexts *c)
{
	struct context *context;
	u32 i;

	for (i = 0; i < c->n; i++) {
		context = c->context[i];
		raw_spin_lock_irq(&context->lock);
		if (!context->dead && may_see(l, context->set))
			add_context(l, context);
		raw_spin_unlock_irq(&context->lock);
	}
}

static void put_contexts(struct contexts *c)
{
	while (c->n)
		context_put(c->context[--c->n]);
}

/* With l->enc. */
static int list_task(struct listing *l, struct task_struct *task, bool quiet)
{
	struct contexts found = { .task = task };
	const struct cred *cred;
	struct mm_struct *mm;

	l->traces = !access_get(task, l->all, &cred, &mm);
	if (l->traces)
		access_put(cred, mm);
	/* As long as a set has its plan it exists, and so do the sets of contexts that live. */
	mutex_lock(&plans_mutex);
	plan_for_each(note_set, &found);
	if (!quiet)
		update_contexts(&found);
	list_contexts(l, &found);
	mutex_unlock(&plans_mutex);
	put_contexts(&found);
	if (!l->n && !l->all && !l->traces)
		return -EPERM;
	add_events(l);
	return (int)l->n;
}

int list_thread(pid_t tid, bool quiet, struct pmc_ioctl_holding *holdings, u32 n)
{
	struct task_struct *task;
	struct listing l;
	int err;

	rcu_read_lock();
	task = tid > 0 ? pid_task(find_vpid(tid), PIDTYPE_PID) : NULL;
	if (task)
		get_task_struct(task);
	rcu_read_unlock();
	if (!task)
		return -ESRCH;
	listing_init(&l, holdings, n);
	l.enc = kvmalloc_array(n + 1, sizeof(*l.enc), GFP_KERNEL);
	err = l.enc ? list_task(&l, task, quiet) : -ENOMEM;
	kvfree(l.enc);
	put_task_struct(task);
	return err;
}
