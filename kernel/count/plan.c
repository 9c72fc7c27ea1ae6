// SPDX-License-Identifier: GPL-2.0
/*
 * Puts the events of a set on counters. Sets that may meet on a CPU while both count must not use
 * the same ones: what other sets have stays where it is, and a new set gets a plan beside it or
 * none. These sets may meet: two of one CPU, two of one thread, and every set of a CPU with every
 * set of a thread. Threads that inherit have some of the sets of the thread that created them, so
 * nothing new meets there.
 */
#include <linux/mm.h>
#include <linux/pid.h>
#include <linux/slab.h>

#include "kernel/count/plan.h"
#include "kernel/count/walk.h"
#include "kernel/pmu/probe.h"
#include "kernel/pmu/reg_plan.h"
#include "kernel/pmu/sibling.h"

DEFINE_MUTEX(plans_mutex);

static LIST_HEAD(all);

struct search {
	/* what is asked for */
	struct set *set;
	const struct task_struct *task; /* or NULL: */
	int cpu;

	u64 available; /* counters */
	u32 n;	       /* events of this set and of others that it meets */
	struct assign_work work;
	struct assign_event event[ASSIGN_EVENTS];
	struct set *owner[ASSIGN_EVENTS]; /* NULL: this set's event */
	struct assign_plan plan;
	struct assign_rotation rotation;
	struct encoding enc[PMC_ABI_EVENTS]; /* as the plan takes them */
	struct set *holder;		     /* a set whose registers are in the way */
};

#define NO_COUNTER 0xff

/* ---- Other sets ---- */

struct finding {
	const struct task_struct *task;
	bool found;
};

static void find(struct context *context, void *data)
{
	struct finding *f = data;

	f->found |= context->task == f->task;
}

static bool counts_task(struct set *set, const struct task_struct *task)
{
	struct finding f = { .task = task };

	walk(set, find, &f);
	return f.found;
}

static bool may_meet(const struct search *s, struct set *other)
{
	if (!s->task)
		return other->cpu < 0 || other->cpu == s->cpu;
	return other->cpu >= 0 || counts_task(other, s->task);
}

/*
 * Makes an event of a set that has its counter already. It keeps that counter and all registers
 * that it took.
 */
static void pin(const struct encoding *enc, u8 counter, struct assign_event *event)
{
	u32 i, kept = 0;

	pmc_assign_event(&hw_pmu, enc, NULL, event);
	/*
	 * Of two shared registers it took enc->msr. Options stand in the order of the registers'
	 * addresses.
	 */
	if (hw_pmu.family != PMU_P4 && event->n_options == 2) {
		event->option[0] = event->option[enc->msr > enc->other_msr];
		event->n_options = 1;
	}
	for (i = 0; i < event->n_options; i++) {
		event->option[i].counters &= 1ull << counter;
		/*
		 * A Pentium 4's event has an option for each ESCR that can tag for it; it took the
		 * first one.
		 */
		if (enc->n_upstream && event->option[i].resource[1] != enc->upstream_of[0] + 1)
			continue;
		if (event->option[i].counters)
			event->option[kept++] = event->option[i];
	}
	event->n_options = (u8)kept;
}

static int add_events_of(struct search *s, struct set *other, u64 *pinned)
{
	u32 i;

	for (i = 0; i < other->n; i++) {
		/*
		 * Two sets that this one meets, but that do not meet each other, may have the same
		 * counter.
		 */
		if (*pinned >> other->counter[i] & 1)
			continue;
		if (s->n == ASSIGN_EVENTS)
			return -ENOSPC;
		*pinned |= 1ull << other->counter[i];
		s->owner[s->n] = other;
		pin(&other->enc[i], other->counter[i], &s->event[s->n]);
		s->event[s->n++].pinned = true;
	}
	return 0;
}

/*
 * Sets that meet this one keep what they have: their events are pinned, the counters of rotations
 * unavailable.
 */
static int add_others(struct search *s)
{
	struct set *other;
	u64 pinned = 0;
	int err;

	list_for_each_entry(other, &all, all) {
		if (!other->n || !may_meet(s, other))
			continue;
		if (other->rotations > 1) {
			s->available &= ~other->counters;
			continue;
		}
		err = add_events_of(s, other, &pinned);
		if (err)
			return err;
	}
	return 0;
}

bool plan_conflicts(const struct set *a, const struct set *b)
{
	u32 i, k;

	for (i = 0; i < a->rotations; i++)
		for (k = 0; k < b->rotations; k++)
			if (reg_plan_conflicts(&a->plan[i], &b->plan[k]))
				return true;
	return false;
}

/*
 * The search knows nothing of the registers of sets that rotate, or that share a counter with
 * another one.
 */
static struct set *find_conflict(const struct search *s)
{
	struct set *other;

	list_for_each_entry(other, &all, all)
		if (may_meet(s, other) && plan_conflicts(s->set, other))
			return other;
	return NULL;
}

/* ---- The set itself ---- */

static void add_own(struct search *s)
{
	const struct set *set = s->set;
	u32 i;

	for (i = 0; i < set->n; i++) {
		pmc_assign_event(&hw_pmu, &set->enc[i], NULL, &s->event[i]);
		s->event[i].pinned = set->pinned[i];
		s->event[i].group = set->group[i];
		/* An event that cascades begins when the event before it overflows. */
		s->event[i].after = set->enc[i].cascade ? (u8)i : 0;
	}
	s->n = set->n;
}

/* Makes the registers of one rotation: the set's events in `which`, on the counters in s->plan. */
static int add_rotation(struct search *s, u64 which, u32 rotation)
{
	struct set *set = s->set;
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
	return reg_plan_make(s->enc, counter, which & ((1ull << set->n) - 1), &set->plan[rotation],
			     &set->plan[rotation + set->rotations]);
}

/* Allocates the registers of all rotations, for each sibling. */
static int alloc_rotations(struct set *set, u32 rotations)
{
	u32 siblings = static_branch_unlikely(&hw_has_siblings) ? 2 : 1;

	set->plan = kvcalloc(rotations * siblings, sizeof(*set->plan), GFP_KERNEL_ACCOUNT);
	set->rotations = rotations;
	return set->plan ? 0 : -ENOMEM;
}

/* All events fit at once, as s->plan says. */
static int add_all(struct search *s)
{
	int err;

	err = alloc_rotations(s->set, 1);
	if (err)
		return err;
	err = add_rotation(s, ~0ull, 0);
	if (err)
		return err;
	/* Remember which registers were taken, for pin(). Sets that rotate are not pinned. */
	memcpy(s->set->enc, s->enc, sizeof(s->enc));
	return 0;
}

static int add_rotations(struct search *s)
{
	u32 i;
	int err;

	if (pmc_assign_rotate(&s->work, s->event, s->n, s->available, &s->rotation, &s->plan))
		return -ENOSPC;
	err = alloc_rotations(s->set, s->rotation.n);
	if (err)
		return err;
	for (i = 0; i < s->rotation.n; i++) {
		if (pmc_assign_some(&s->work, s->event, s->n, s->rotation.events[i], s->available,
				    &s->plan))
			return -ENOSPC;
		err = add_rotation(s, s->rotation.events[i], i);
		if (err)
			return err;
	}
	return 0;
}

static int search(struct search *s)
{
	int err;

	add_own(s);
	err = add_others(s);
	if (err)
		return err;
	if (!s->n || !pmc_assign(&s->work, s->event, s->n, s->available, &s->plan))
		err = add_all(s);
	else
		err = s->set->flags & PMC_SETUP_ROTATE ? add_rotations(s) : -ENOSPC;
	if (err)
		return err;
	s->holder = find_conflict(s);
	return s->holder ? -ENOSPC : 0;
}

static u32 pid_of_owner(const struct search *s)
{
	u32 i, pid = 0;

	for (i = 0; i < ASSIGN_EVENTS && !pid; i++)
		if (s->plan.conflict >> i & 1 && s->owner[i])
			pid = (u32)pid_vnr(s->owner[i]->pid);
	return pid;
}

/* The process whose set is in the way, or 0. */
static u32 find_holder(const struct search *s)
{
	u32 pid = s->holder ? (u32)pid_vnr(s->holder->pid) : pid_of_owner(s);
	struct set *other;

	if (pid)
		return pid;
	/* The search was not offered counters on which another set rotates. */
	list_for_each_entry(other, &all, all)
		if (!pid && other->rotations > 1 && may_meet(s, other))
			pid = (u32)pid_vnr(other->pid);
	return pid;
}

static void forget(struct set *set)
{
	kvfree(set->plan);
	set->plan = NULL;
	set->rotations = 0;
}

int plan_get(struct set *set, const struct task_struct *task, int cpu,
	     struct pmc_ioctl_attach *attach)
{
	struct search *s = kvzalloc(sizeof(*s), GFP_KERNEL);
	int err;

	if (!s)
		return -ENOMEM;
	s->set = set;
	s->task = task;
	s->cpu = cpu;
	s->available = pmc_assign_counters(&hw_pmu);
	memset(set->counter, NO_COUNTER, sizeof(set->counter));
	set->counters = 0;
	err = search(s);
	if (err) {
		forget(set);
		if (err == -ENOSPC) {
			attach->conflict = (u32)(s->plan.conflict & ((1ull << set->n) - 1));
			attach->holder = find_holder(s);
		}
		goto out;
	}
	memcpy(attach->counter, set->counter, set->n);
	attach->rotations = set->rotations;
	list_add(&set->all, &all);
out:
	kvfree(s);
	return err;
}

void plan_put(struct set *set)
{
	list_del_init(&set->all);
}

void plan_undo(struct set *set)
{
	plan_put(set);
	forget(set);
}
