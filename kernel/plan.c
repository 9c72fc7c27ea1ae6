// SPDX-License-Identifier: GPL-2.0
/*
 * Counters for the events of a set. Sets that may meet on a CPU while both count are planned apart: what
 * the others have stays where it is, and the new set gets a plan beside it or none. Who meets whom: sets
 * of one CPU; sets of one thread; and every set of a CPU with every set of a thread. Threads that inherit
 * have some of the sets of the one that made them, so they need no look of their own.
 */
#include <linux/pid.h>
#include <linux/slab.h>

#include "kernel/driver.h"

DEFINE_MUTEX(plans_mutex);

static LIST_HEAD(all);
static u32 cpu_sets; /* of those, that count CPUs */

struct search {
	struct assign_work work;
	struct assign_event event[ASSIGN_EVENTS];
	struct assign_plan plan;
};

static bool counts_task(struct set *set, const struct task_struct *task)
{
	struct part *part;
	bool yes = false;

	raw_spin_lock_irq(&set->lock);
	list_for_each_entry(part, &set->parts, of_set)
		yes |= part->task == task;
	raw_spin_unlock_irq(&set->lock);
	return yes;
}

static bool may_meet(struct set *other, const struct task_struct *task, int cpu)
{
	if (!task)
		return other->cpu < 0 || other->cpu == cpu;
	return other->cpu >= 0 || counts_task(other, task);
}

/* An event that has its counter, with all that goes with it. */
static void pin(const struct encoding *enc, u8 counter, struct assign_event *event)
{
	u32 i, kept = 0;

	pmc_assign_event(&hw_pmu, enc, NULL, event);
	for (i = 0; i < event->n_options; i++) {
		event->option[i].counters &= 1ull << counter;
		if (event->option[i].counters)
			event->option[kept++] = event->option[i];
	}
	/* One of two registers was taken: it stands first in the encoding now. */
	event->n_options = (u8)(hw_pmu.family == PMU_P4 ? kept : min(kept, 1u));
}

/* The process of a set that is in the way of these events. */
static u32 find_holder(u64 which, struct set *const *owner)
{
	u32 i, pid = 0;

	for (i = 0; i < ASSIGN_EVENTS && !pid; i++)
		if (which >> i & 1 && owner[i])
			pid = (u32)pid_vnr(owner[i]->pid);
	return pid;
}

int plan_make(struct set *set, const struct task_struct *task, int cpu, struct pmc_ioctl_attach *attach)
{
	struct set **owner = kcalloc(ASSIGN_EVENTS, sizeof(*owner), GFP_KERNEL);
	struct search *s = kvzalloc(sizeof(*s), GFP_KERNEL);
	struct set *other, *first = NULL;
	int err = s && owner ? 0 : -ENOMEM;
	u32 n = set->n, i;

	if (err)
		goto out;
	for (i = 0; i < set->n; i++)
		pmc_assign_event(&hw_pmu, &set->enc[i], NULL, &s->event[i]);
	list_for_each_entry(other, &all, all) {
		if (!other->n || !may_meet(other, task, cpu))
			continue;
		first = first ? first : other;
		for (i = 0; i < other->n && n < ASSIGN_EVENTS; i++) {
			owner[n] = other;
			pin(&other->enc[i], other->counter[i], &s->event[n++]);
		}
		if (i < other->n)
			err = -ENOSPC;
	}
	if (!err && n && pmc_assign(&s->work, s->event, n, pmc_assign_counters(&hw_pmu), &s->plan))
		err = -ENOSPC;
	if (err) {
		attach->conflict = (u32)(s->plan.conflict & ((1ull << set->n) - 1));
		attach->holder = find_holder(s->plan.conflict, owner);
		if (s->plan.why == ASSIGN_GAVE_UP && first)
			attach->holder = (u32)pid_vnr(first->pid);
		goto out;
	}
	for (i = 0; i < set->n; i++) {
		attach->counter[i] = set->counter[i] = s->plan.counter[i];
		pmc_assign_taken(&hw_pmu, &s->plan, i, &set->enc[i]);
	}
	err = hw_plan(set->enc, set->counter, set->n, &set->plan);
	if (err)
		goto out;
	list_add(&set->all, &all);
	if (!task)
		WRITE_ONCE(cpu_sets, cpu_sets + 1);
	set->of_cpus = !task;
out:
	kvfree(s);
	kfree(owner);
	return err;
}

void plan_drop(struct set *set)
{
	list_del_init(&set->all);
	if (set->of_cpus)
		WRITE_ONCE(cpu_sets, cpu_sets - 1);
	set->of_cpus = false;
}

bool plans_count_cpus(void)
{
	return READ_ONCE(cpu_sets) > 0;
}
