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
	struct part *part = kzalloc(struct_size(part, count, set->n), gfp);

	if (!part)
		return NULL;
	INIT_LIST_HEAD(&part->of_set);
	INIT_LIST_HEAD(&part->of_cpu);
	INIT_LIST_HEAD(&part->of_hooks);
	INIT_HLIST_NODE(&part->notifier.link);
	raw_spin_lock_init(&part->lock);
	refcount_set(&part->refs, 1);
	part->set = set;
	part->task = task;
	part->cpu = -1;
	part->n = set->n;
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
	const struct plan *plan = &part->set->plan;
	u64 now;
	u32 i;

	for (i = 0; i < part->n; i++) {
		now = hw_read(&plan->counter[i]);
		part->count[i].sum += (now - part->count[i].base) & plan->counter[i].mask;
		part->count[i].base = now;
	}
	now = rdtsc();
	part->tsc += now - part->tsc_base;
	part->tsc_base = now;
}

void part_resume(struct part *part)
{
	const struct plan *plan = &part->set->plan;
	u32 i;

	if (unlikely(plan->n_regs && !hw_ready()))
		return;
	hw_load(plan);
	part->cpu = smp_processor_id();
	list_add(&part->of_cpu, hw_active());
	part->tsc_base = rdtsc();
	for (i = 0; i < part->n; i++)
		part->count[i].base = hw_read(&plan->counter[i]);
	if (part->set->page)
		page_update(part);
}

void part_suspend(struct part *part)
{
	advance(part);
	part->cpu = -1;
	list_del_init(&part->of_cpu);
	if (page_is_strict())
		hw_unload(&part->set->plan);
	if (part->set->page)
		page_update(part);
}

void part_update(struct part *part)
{
	advance(part);
	if (part->set->page)
		page_update(part);
}
