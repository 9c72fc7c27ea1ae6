// SPDX-License-Identifier: GPL-2.0
/*
 * Counters for the events of a set. Sets that may meet on a CPU while both count are planned apart: what
 * the others have stays where it is, and the new set gets a plan beside it or none. Who meets whom: sets
 * of one CPU; sets of one thread; and every set of a CPU with every set of a thread. Threads that inherit
 * have some of the sets of the one that made them, so they need no look of their own.
 */
#include <linux/mm.h>
#include <linux/pid.h>
#include <linux/slab.h>

#include "kernel/driver.h"

DEFINE_MUTEX(plans_mutex);

static LIST_HEAD(all);

struct search {
	struct assign_work work;
	struct assign_event event[ASSIGN_EVENTS];
	struct assign_plan plan;
	struct assign_rotation rotation;
	struct encoding enc[PMC_ABI_EVENTS]; /* as the plan takes them */
};

#define NO_COUNTER 0xff

static bool counts_task(struct set *set, const struct task_struct *task)
{
	struct context *context;
	bool yes = false;

	raw_spin_lock_irq(&set->lock);
	list_for_each_entry(context, &set->contexts, of_set)
		yes |= context->task == task;
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
	/* Of two registers the one that was taken: options stand in the order of their addresses. */
	if (hw_pmu.family != PMU_P4 && event->n_options == 2) {
		event->option[0] = event->option[enc->msr > enc->other_msr];
		event->n_options = 1;
	}
	for (i = 0; i < event->n_options; i++) {
		event->option[i].counters &= 1ull << counter;
		/* A Pentium 4's event that another ESCR tags has an option for each that can: it is the first. */
		if (enc->n_upstream && event->option[i].resource[1] != enc->upstream_of[0] + 1)
			continue;
		if (event->option[i].counters)
			event->option[kept++] = event->option[i];
	}
	event->n_options = (u8)kept;
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

/* What is there for the set: sets that meet it keep what they have. *n: of its events and theirs. */
static int add_others(struct set *set, const struct task_struct *task, int cpu, struct search *s,
		      struct set **owner, u64 *available, u32 *n)
{
	struct set *other;
	u64 pinned = 0;
	u32 i;

	list_for_each_entry(other, &all, all) {
		if (!other->n || !may_meet(other, task, cpu))
			continue;
		if (other->rotations > 1) {
			*available &= ~other->counters;
			continue;
		}
		for (i = 0; i < other->n; i++) {
			/* Two that do not meet each other may have the same one. */
			if (pinned >> other->counter[i] & 1)
				continue;
			if (*n == ASSIGN_EVENTS)
				return -ENOSPC;
			pinned |= 1ull << other->counter[i];
			owner[*n] = other;
			pin(&other->enc[i], other->counter[i], &s->event[*n]);
			s->event[(*n)++].pinned = true;
		}
	}
	return 0;
}

/* One rotation: events `which` of the set and all others, as s->plan says. */
static int add_rotation(struct set *set, struct search *s, u64 which, u32 rotation)
{
	u8 counter[PMC_ABI_EVENTS];
	u32 i;

	memcpy(s->enc, set->enc, sizeof(s->enc));
	for (i = 0; i < set->n; i++) {
		if (!(which >> i & 1))
			continue;
		counter[i] = s->plan.counter[i];
		pmc_assign_taken(&hw_pmu, &s->plan, i, &s->enc[i]);
		if (set->counter[i] == NO_COUNTER)
			set->counter[i] = counter[i];
		set->counters |= 1ull << counter[i];
	}
	return hw_plan(s->enc, counter, which & ((1ull << set->n) - 1), &set->plan[rotation],
		       &set->plan[rotation + set->rotations]);
}

/* Plans for so many rotations, of each half. */
static int add_room(struct set *set, u32 rotations)
{
	u32 halves = static_branch_unlikely(&hw_has_siblings) ? 2 : 1;

	set->plan = kvcalloc(rotations * halves, sizeof(*set->plan), GFP_KERNEL_ACCOUNT);
	set->rotations = rotations;
	return set->plan ? 0 : -ENOMEM;
}

static int add_rotations(struct set *set, struct search *s, u32 n, u64 available)
{
	u32 i;
	int err;

	err = pmc_assign_rotate(&s->work, s->event, n, available, &s->rotation, &s->plan);
	if (err)
		return -ENOSPC;
	err = add_room(set, s->rotation.n);
	for (i = 0; i < s->rotation.n && !err; i++) {
		if (pmc_assign_some(&s->work, s->event, n, s->rotation.events[i], available,
				    &s->plan))
			return -ENOSPC;
		err = add_rotation(set, s, s->rotation.events[i], i);
	}
	return err;
}

bool plans_conflict(const struct set *a, const struct set *b)
{
	u32 i, k;

	for (i = 0; i < a->rotations; i++)
		for (k = 0; k < b->rotations; k++)
			if (hw_conflict(&a->plan[i], &b->plan[k]))
				return true;
	return false;
}

/* Resources of sets that take rotations, or share a counter with another one, are no context of the search. */
static struct set *find_conflict(struct set *set, const struct task_struct *task, int cpu)
{
	struct set *other;

	list_for_each_entry(other, &all, all)
		if (may_meet(other, task, cpu) && plans_conflict(set, other))
			return other;
	return NULL;
}

static int search(struct set *set, const struct task_struct *task, int cpu, struct search *s,
		  struct set **owner, struct set **holder)
{
	u64 available = pmc_assign_counters(&hw_pmu);
	u32 n = set->n, i;
	int err;

	for (i = 0; i < set->n; i++) {
		pmc_assign_event(&hw_pmu, &set->enc[i], NULL, &s->event[i]);
		s->event[i].pinned = set->pinned[i];
		s->event[i].group = set->group[i];
		/* What cascades begins when the event before it overflows. */
		s->event[i].after = set->enc[i].cascade ? (u8)i : 0;
	}
	err = add_others(set, task, cpu, s, owner, &available, &n);
	if (err)
		return err;
	if (!n || !pmc_assign(&s->work, s->event, n, available, &s->plan)) {
		err = add_room(set, 1);
		if (!err)
			err = add_rotation(set, s, ~0ull, 0);
		/* For pin(): what was taken. Sets with rotations are not pinned. */
		if (!err)
			memcpy(set->enc, s->enc, sizeof(set->enc));
	} else {
		err = set->flags & PMC_SETUP_ROTATE ? add_rotations(set, s, n, available) : -ENOSPC;
	}
	if (!err) {
		*holder = find_conflict(set, task, cpu);
		if (*holder)
			err = -ENOSPC;
	}
	return err;
}

static void plan_forget(struct set *set)
{
	kvfree(set->plan);
	set->plan = NULL;
	set->rotations = 0;
}

int plan_make(struct set *set, const struct task_struct *task, int cpu,
	      struct pmc_ioctl_attach *attach)
{
	struct set **owner = kcalloc(ASSIGN_EVENTS, sizeof(*owner), GFP_KERNEL);
	struct search *s = kvzalloc(sizeof(*s), GFP_KERNEL);
	struct set *holder = NULL;
	int err = -ENOMEM;

	if (!s || !owner)
		goto out;
	memset(set->counter, NO_COUNTER, sizeof(set->counter));
	set->counters = 0;
	err = search(set, task, cpu, s, owner, &holder);
	if (!err && !task)
		err = page_claim_cpu(set->samples);
	if (err)
		plan_forget(set);
	if (err == -ENOSPC) {
		attach->conflict = (u32)(s->plan.conflict & ((1ull << set->n) - 1));
		attach->holder = holder ? (u32)pid_vnr(holder->pid) :
					  find_holder(s->plan.conflict, owner);
		holder = NULL;
		/* Counters that rotate among somebody's events were not offered at all. */
		list_for_each_entry(holder, &all, all)
			if (!attach->holder && holder->rotations > 1 && may_meet(holder, task, cpu))
				attach->holder = (u32)pid_vnr(holder->pid);
	}
	if (err)
		goto out;
	memcpy(attach->counter, set->counter, set->n);
	attach->rotations = set->rotations;
	list_add(&set->all, &all);
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
		page_release_cpu();
	set->of_cpus = false;
}

void plan_undo(struct set *set)
{
	plan_drop(set);
	plan_forget(set);
}
