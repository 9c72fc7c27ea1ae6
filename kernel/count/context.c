// SPDX-License-Identifier: GPL-2.0
/*
 * Contexts: the counts of one thread, or of one CPU. Counters are never written: each is read when the context
 * begins to count and again when it leaves off, and the difference, within the counter's width, is added
 * to a sum of 64 bits. A timer reads them before that difference could be ambiguous (hw.c).
 */
#include <linux/slab.h>
#include <linux/timex.h>

#include "kernel/driver.h"

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

/* What was counted since the last look, into the sums. */
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
	/* Without rotations every event runs as long as the context does. */
	if (context->set->rotations > 1)
		for (c = plan->counter; c < end; c++)
			context->count[c->event].running += ran;
}

void context_resume(struct context *context)
{
	const struct reg_plan *plan = context_plan(context);
	const struct planned_counter *c = plan->counter, *end = c + plan->n_counters;

	if (unlikely(context->sample)) {
		sample_resume(context);
		return;
	}
	if (unlikely(plan->n_regs && !hw_ready()))
		return;
	hw_load(plan);
	context->plan = plan;
	context->cpu = smp_processor_id();
	list_add(&context->of_cpu, hw_active());
	context->tsc_base = rdtsc();
	for (; c < end; c++)
		context->count[c->event].base = hw_read(c);
	if (context->set->rotations > 1)
		hw_rotate();
	if (context->set->page)
		page_update(context);
}

void context_suspend(struct context *context)
{
	if (unlikely(context->sample)) {
		sample_suspend(context);
		if (page_is_strict())
			hw_unload(context->plan);
		return;
	}
	advance(context);
	context->cpu = -1;
	list_del_init(&context->of_cpu);
	if (page_is_strict())
		hw_unload(context->plan);
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

	advance(context);
	for (i = 0; i < plan->n_counters; i++) {
		hw_write_counter(&plan->counter[i], 0);
		context->count[plan->counter[i].event].base = 0;
	}
}

void context_rotate(struct context *context)
{
	context_suspend(context);
	context->rotation = (u8)((context->rotation + 1) % context->set->rotations);
	context_resume(context);
}
