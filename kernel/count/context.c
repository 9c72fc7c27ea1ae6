// SPDX-License-Identifier: GPL-2.0
/*
 * Contexts: the counts of one thread or of one CPU. Counters are not written: each is read when the
 * context begins to count and again when it stops, and the difference, modulo the counter's width,
 * is added to a sum of 64 bits. A timer reads counters before that difference could become
 * ambiguous (timer.c).
 */
#include <linux/slab.h>
#include <linux/smp.h>
#include <linux/timex.h>

#include "kernel/count/begin.h"
#include "kernel/count/context.h"
#include "kernel/count/page.h"
#include "kernel/count/rdpmc.h"
#include "kernel/count/timer.h"
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

/* Adds what was counted since the last call to the sums. */
static void advance(struct context *context)
{
	const struct reg_plan *plan = context->plan;
	const struct planned_counter *c = plan->counter, *end = c + plan->n_counters;
	u64 now, tsc, ran;
	u32 i;

	for (; c < end; c++) {
		i = c->event;
		now = hw_read(c);
		context->count[i].sum += (now - context->count[i].base) & c->mask;
		context->count[i].base = now;
	}
	tsc = rdtsc();
	ran = tsc - context->tsc_base;
	context->tsc += ran;
	context->tsc_base = tsc;
	/* Without rotation every event runs as long as the context does. */
	if (context->set->rotations > 1)
		for (c = plan->counter; c < end; c++)
			context->count[c->event].running += ran;
}

void context_resume(struct context *context)
{
	const struct planned_counter *c, *end;
	const struct reg_plan *plan;

	if (unlikely(!regs_ready()) && context->set->holds && !begin_here())
		return;
	this_cpu_write(rdpmc_traces.counted, true);
	if (unlikely(context->sample)) {
		sample_resume(context);
		return;
	}
	plan = reg_plan_of(context);
	c = plan->counter;
	end = c + plan->n_counters;
	regs_load(plan);
	context->plan = plan;
	context->cpu = smp_processor_id();
	list_add(&context->of_cpu, regs_active());
	context->tsc_base = rdtsc();
	for (; c < end; c++)
		context->count[c->event].base = hw_read(c);
	if (context->set->rotations > 1)
		timer_start_rotation();
	if (context->set->page)
		page_update(context);
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
	if (unlikely(context->sample)) {
		sample_suspend(context);
		leave(context);
		return;
	}
	advance(context);
	context->cpu = -1;
	list_del_init(&context->of_cpu);
	leave(context);
	if (context->set->page)
		page_update(context);
}

void context_update(struct context *context)
{
	if (unlikely(context->sample)) {
		sample_update(context);
		return;
	}
	advance(context);
	if (context->set->page)
		page_update(context);
}

void context_restart(struct context *context)
{
	const struct reg_plan *plan = context->plan;
	u32 i;

	if (unlikely(context->sample)) {
		sample_restart(context);
		return;
	}
	advance(context);
	for (i = 0; i < plan->n_counters; i++) {
		hw_write_counter(&plan->counter[i], 0);
		context->count[plan->counter[i].event].base = 0;
	}
	if (context->set->page)
		page_update(context);
}

void context_rotate(struct context *context)
{
	context_suspend(context);
	context->rotation = (u8)((context->rotation + 1) % context->set->rotations);
	context_resume(context);
}

void context_add(const struct context *context, struct pmc_ioctl_count *counts, u64 *tsc)
{
	bool rotates = context->set->rotations > 1;
	const struct count *count = context->count, *end = count + context->n;

	for (; count < end; count++, counts++) {
		counts->value += count->sum;
		counts->enabled += context->tsc;
		counts->running += rotates ? count->running : context->tsc;
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
	if (!set->n_contexts)
		rings_wake(set);
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
