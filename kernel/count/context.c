// SPDX-License-Identifier: GPL-2.0
/*
 * Contexts: the counts of one thread or of one CPU. Counters are not written: each is read when the
 * context begins to count and again when it stops, and the difference, modulo the counter's width,
 * is added to a sum of 64 bits. A timer reads counters before that difference could become
 * ambiguous (timer.c).
 */
#include <linux/slab.h>

#include "kernel/count/begin.h"
#include "kernel/count/context.h"
#include "kernel/count/hold.h"
#include "kernel/count/load.h"
#include "kernel/count/page.h"
#include "kernel/count/rdpmc.h"
#include "kernel/count/turn.h"
#include "kernel/pmu/regs.h"
#include "kernel/sample/ring.h"
#include "kernel/sample/sample.h"

struct context *context_create(struct set *set, struct task_struct *task, gfp_t gfp)
{
	size_t size = struct_size((struct context *)NULL, count, set->n);
	struct context *context = kzalloc(size + (set->samples ? sample_size(set->n) : 0), gfp);

	if (!context)
		return NULL;
	INIT_LIST_HEAD(&context->of_set);
	INIT_LIST_HEAD(&context->of_cpu);
	INIT_LIST_HEAD(&context->of_hooks);
	INIT_HLIST_NODE(&context->of_task);
	raw_spin_lock_init(&context->lock);
	refcount_set(&context->refs, 1);
	context->set = set;
	context->task = task;
	context->cpu = -1;
	context->n = set->n;
	if (set->samples) {
		context->sample = (void *)&context->count[context->n];
		sample_begin(context);
	}
	return context;
}

void context_put(struct context *context)
{
	if (refcount_dec_and_test(&context->refs))
		kfree_rcu(context, rcu);
}

void context_resume(struct context *context)
{
	if (unlikely(!regs_ready()) && context->n && !begin_here())
		return;
	this_cpu_write(rdpmc_traces.counted, true);
	if (unlikely(reg_plan_of(context)->special))
		turn_arrive(context);
	else
		load_begin(context);
}

/* Nothing counts with the context's counters any more. */
static void leave(struct context *context)
{
	if (unlikely(rdpmc_is_open()) && rdpmc_needs_clearing(context->task))
		regs_unload(context->plan);
	else
		this_cpu_write(rdpmc_traces.left, true);
}

void context_suspend(struct context *context)
{
	load_end(context);
	leave(context);
	if (unlikely(context->plan->special))
		turn_leave(context);
}

void context_update(struct context *context)
{
	load_update(context);
}

void context_restart(struct context *context)
{
	const struct reg_plan *plan = context->plan;
	u32 i;

	if (unlikely(context->sample)) {
		load_sample(context, sample_restart);
		return;
	}
	load_advance(context);
	for (i = 0; i < plan->n_counters; i++) {
		hw_write_counter(&plan->counter[i], 0);
		context->count[plan->counter[i].event].base = 0;
	}
	if (context->set->page)
		page_update(context);
}

u64 context_running(const struct context *context, u32 event)
{
	return context->set->rotations > 1 ? context->count[event].running :
					     context->tsc - context->waited;
}

void context_add(const struct context *context, struct pmc_ioctl_count *counts, u64 *tsc)
{
	u32 i;

	for (i = 0; i < context->n; i++) {
		counts[i].value += context->count[i].sum;
		counts[i].enabled += context->tsc;
		counts[i].running += context_running(context, i);
	}
	*tsc += context->tsc;
}

void context_collect(struct context *context)
{
	struct set *set = context->set;

	context_add(context, set->ended.count, &set->ended.tsc);
	if (context->pass == set->pass)
		context_add(context, set->late.count, &set->late.tsc);
	context->dead = true;
	list_del_init(&context->of_set);
	WRITE_ONCE(set->self, NULL);
	set->n_contexts--;
	if (!set->n_contexts) {
		hold_drop(set);
		rings_wake(set);
	}
	/* This is not the last reference: the task still has its own. */
	context_put(context);
}

bool context_is_of_current(struct set *set)
{
	struct context *context;
	bool own;

	raw_spin_lock_irq(&set->lock);
	context = list_first_entry_or_null(&set->contexts, struct context, of_set);
	own = context && set->n_contexts == 1 && context->task == current;
	raw_spin_unlock_irq(&set->lock);
	return own;
}
