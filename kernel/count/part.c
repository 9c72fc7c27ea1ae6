// SPDX-License-Identifier: GPL-2.0
/*
 * Parts: the counts of one thread, or of one CPU. Counters are never written: each is read when the part
 * begins to count and again when it leaves off, and the difference, within the counter's width, is added
 * to a sum of 64 bits. A timer reads them before that difference could be ambiguous (hw.c).
 */
#include <linux/slab.h>
#include <linux/timex.h>

#include "kernel/driver.h"

struct part *part_create(struct set *set, struct task_struct *task, gfp_t gfp)
{
	size_t size = struct_size((struct part *)NULL, count, set->n);
	struct part *part = kzalloc(size + (set->samples ? sample_size(set->n) : 0), gfp);

	if (!part)
		return NULL;
	INIT_LIST_HEAD(&part->of_set);
	INIT_LIST_HEAD(&part->of_cpu);
	INIT_LIST_HEAD(&part->of_hooks);
	INIT_HLIST_NODE(&part->of_task);
	raw_spin_lock_init(&part->lock);
	refcount_set(&part->refs, 1);
	part->set = set;
	part->task = task;
	part->cpu = -1;
	part->n = set->n;
	if (set->samples) {
		part->sample = (void *)&part->count[part->n];
		sample_begin(part);
	}
	return part;
}

void part_put(struct part *part)
{
	if (refcount_dec_and_test(&part->refs))
		kfree_rcu(part, rcu);
}

/* What was counted since the last look, into the sums. */
static void advance(struct part *part)
{
	const struct plan *plan = part->plan;
	const struct plan_counter *c = plan->counter, *end = c + plan->n_counters;
	u64 now, tsc, ran;
	u32 i;

	for (; c < end; c++) {
		i = c->event;
		now = hw_read(c);
		part->count[i].sum += (now - part->count[i].base) & c->mask;
		part->count[i].base = now;
	}
	tsc = rdtsc();
	ran = tsc - part->tsc_base;
	part->tsc += ran;
	part->tsc_base = tsc;
	/* Without turns every event runs as long as the part does. */
	if (part->set->turns > 1)
		for (c = plan->counter; c < end; c++)
			part->count[c->event].running += ran;
}

void part_resume(struct part *part)
{
	const struct plan *plan = part_plan(part);
	const struct plan_counter *c = plan->counter, *end = c + plan->n_counters;

	if (unlikely(part->sample)) {
		sample_resume(part);
		return;
	}
	if (unlikely(plan->n_regs && !hw_ready()))
		return;
	hw_load(plan);
	part->plan = plan;
	part->cpu = smp_processor_id();
	list_add(&part->of_cpu, hw_active());
	part->tsc_base = rdtsc();
	for (; c < end; c++)
		part->count[c->event].base = hw_read(c);
	if (part->set->turns > 1)
		hw_rotate();
	if (part->set->page)
		page_update(part);
}

void part_suspend(struct part *part)
{
	if (unlikely(part->sample)) {
		sample_suspend(part);
		if (page_is_strict())
			hw_unload(part->plan);
		return;
	}
	advance(part);
	part->cpu = -1;
	list_del_init(&part->of_cpu);
	if (page_is_strict())
		hw_unload(part->plan);
	if (part->set->page)
		page_update(part);
}

void part_update(struct part *part)
{
	if (unlikely(part->sample)) {
		sample_update(part);
		return;
	}
	advance(part);
	if (part->set->page)
		page_update(part);
}

void part_restart(struct part *part)
{
	const struct plan *plan = part->plan;
	u32 i;

	advance(part);
	for (i = 0; i < plan->n_counters; i++) {
		hw_write_counter(&plan->counter[i], 0);
		part->count[plan->counter[i].event].base = 0;
	}
}

void part_rotate(struct part *part)
{
	part_suspend(part);
	part->turn = (u8)((part->turn + 1) % part->set->turns);
	part_resume(part);
}
