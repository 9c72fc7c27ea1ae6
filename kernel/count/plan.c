// SPDX-License-Identifier: GPL-2.0
/*
 * Puts the events of a set on counters. What other sets have stays where it is, and a new set gets
 * a plan beside those that it may meet on a CPU while both count. If there is none, it takes turns
 * with some of them (turn.c): it gets a plan beside those that need not make room for it, or else
 * beside those that are started, or else beside those that are both, or else beside those that go
 * first, or else one of its own, as if nobody else counted. These sets may meet: two
 * of one CPU, two of one thread, and every set of a CPU with every set of a thread. Threads that
 * inherit have some of the sets of the thread that created them, so nothing new meets there.
 */
#include <linux/cred.h>
#include <linux/mm.h>
#include <linux/pid.h>
#include <linux/slab.h>
#include <linux/uidgid.h>

#include "kernel/count/plan.h"
#include "kernel/count/turn.h"
#include "kernel/pmu/probe.h"
#include "kernel/pmu/reg_plan.h"
#include "kernel/pmu/sibling.h"

DEFINE_MUTEX(plans_mutex);

static LIST_HEAD(all);
static u64 plans; /* number of the last one */

/* Beside which of the sets that it may meet a set is planned. Peers need not make room for it. */
enum beside {
	BESIDE_ALL,
	BESIDE_PEERS,
	BESIDE_STARTED,
	BESIDE_STARTED_PEERS,
	BESIDE_FIRST,
	BESIDE_NONE
};

struct search {
	/* what is asked for */
	struct set *set;
	const struct task_struct *task; /* or NULL: */
	int cpu;

	enum beside beside;
	u64 available; /* counters */
	u32 n;	       /* events of this set and of those that it is planned beside */
	struct assign_work work;
	struct assign_event event[ASSIGN_EVENTS];
	struct assign_plan plan;
	struct assign_rotation rotation;
	struct encoding asked[PMC_ABI_EVENTS]; /* the set's events … */
	struct encoding enc[PMC_ABI_EVENTS];   /* … and as the plan takes them */
};

#define NO_COUNTER 0xff

/* ---- Other sets ---- */

void plan_begin(struct set *set)
{
	set->number = ++plans;
}

void plan_meet(struct set *set, struct set *other)
{
	other->met = set->number;
}

bool plan_has_met(const struct set *set, const struct set *other)
{
	return other->met == set->number;
}

static bool may_meet(const struct search *s, struct set *other)
{
	if (!s->task)
		return other->cpu < 0 || other->cpu == s->cpu;
	return other->cpu >= 0 || plan_has_met(s->set, other);
}

static bool is_started(const struct set *set)
{
	return READ_ONCE(set->running) || READ_ONCE(set->on_exec);
}

/* Always, wherever they meet? */
static bool goes_first(const struct set *a, const struct set *b)
{
	if (a->rank != b->rank)
		return a->rank < b->rank;
	return a->user == b->user && a->is_pinned && !b->is_pinned;
}

/* Must the plan leave this set's counters to it? */
static bool is_beside(const struct search *s, struct set *other)
{
	switch (s->beside) {
	case BESIDE_ALL:
		break;
	case BESIDE_STARTED:
		if (!is_started(other))
			return false;
		break;
	case BESIDE_STARTED_PEERS:
		if (!is_started(other))
			return false;
		fallthrough;
	case BESIDE_PEERS:
		if (other->rank > s->set->rank)
			return false;
		break;
	case BESIDE_FIRST:
		if (!is_started(other) || !goes_first(other, s->set))
			return false;
		break;
	case BESIDE_NONE:
		return false;
	}
	return may_meet(s, other);
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
		pin(&other->enc[i], other->counter[i], &s->event[s->n]);
		s->event[s->n++].pinned = true;
	}
	return 0;
}

/*
 * The others keep what they have: their events are pinned, the counters of rotations unavailable.
 */
static int add_others(struct search *s)
{
	struct set *other;
	u64 pinned = 0;
	int err;

	list_for_each_entry(other, &all, all) {
		if (!other->n || !is_beside(s, other))
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
static bool has_conflict(const struct search *s)
{
	struct set *other;

	list_for_each_entry(other, &all, all)
		if (is_beside(s, other) && plan_conflicts(s->set, other))
			return true;
	return false;
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
	struct reg_plan *sibling;
	u32 i;
	int err;

	memcpy(s->enc, set->enc, set->n * sizeof(*s->enc));
	for (i = 0; i < set->n; i++) {
		if (!(which >> i & 1))
			continue;
		counter[i] = s->plan.counter[i];
		pmc_assign_taken(&hw_pmu, &s->plan, i, &s->enc[i]);
		if (set->counter[i] == NO_COUNTER)
			set->counter[i] = counter[i];
		set->counters |= 1ull << counter[i];
	}
	sibling = static_branch_unlikely(&hw_has_siblings) ? &set->plan[rotation + set->rotations] :
							     NULL;
	err = reg_plan_make(s->enc, counter, which & ((1ull << set->n) - 1), &set->plan[rotation],
			    sibling);
	set->plan[rotation].special = set->rotations > 1;
	if (sibling)
		sibling->special = set->rotations > 1;
	return err;
}

/* Allocates the registers of all rotations, for each sibling. */
static int alloc_rotations(struct set *set, u32 rotations)
{
	u32 siblings = static_branch_unlikely(&hw_has_siblings) ? 2 : 1;
	/* The last one ends with the set's counters. */
	size_t unused = sizeof(set->plan->counter) - set->n * sizeof(set->plan->counter[0]);

	set->plan = kvmalloc(array_size(rotations * siblings, sizeof(*set->plan)) - unused,
			     GFP_KERNEL_ACCOUNT);
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
	memcpy(s->set->enc, s->enc, s->set->n * sizeof(*s->enc));
	return 0;
}

static int add_rotations(struct search *s)
{
	u32 i;
	int err;

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

static void forget(struct set *set)
{
	kvfree(set->plan);
	set->plan = NULL;
	set->rotations = 0;
	set->shares = false;
}

/* ---- The search ---- */

static int begin(struct search *s, enum beside beside)
{
	/* All others are a user's peers, so this has been tried. */
	if (s->set->rank == USERS && (beside == BESIDE_PEERS || beside == BESIDE_STARTED_PEERS))
		return -ENOSPC;
	forget(s->set);
	memset(s->set->counter, NO_COUNTER, sizeof(s->set->counter));
	s->set->counters = 0;
	memcpy(s->set->enc, s->asked, s->set->n * sizeof(*s->asked));
	s->available = pmc_assign_counters(&hw_pmu);
	s->beside = beside;
	add_own(s);
	return add_others(s);
}

static int end(const struct search *s, int err)
{
	return err ? err : has_conflict(s) ? -ENOSPC : 0;
}

/* All events on counters at once. */
static int at_once(struct search *s, enum beside beside)
{
	int err = begin(s, beside);

	if (err)
		return err;
	if (s->n && pmc_assign(&s->work, s->event, s->n, s->available, &s->plan))
		return -ENOSPC;
	return end(s, add_all(s));
}

/* In at most so many rotations. */
static int by_rotation(struct search *s, enum beside beside, u32 most)
{
	int err = begin(s, beside);

	if (err)
		return err;
	if (pmc_assign_rotate(&s->work, s->event, s->n, s->available, &s->rotation, &s->plan) ||
	    s->rotation.n > most)
		return -ENOSPC;
	return end(s, add_rotations(s));
}

/*
 * Rotating beside others is as good as taking turns with them if it takes no more rotations than
 * the set needs alone. Those that go first give no turns.
 */
static int search_rotations(struct search *s)
{
	enum beside beside;
	u32 most;
	int err = by_rotation(s, BESIDE_NONE, ASSIGN_SLICES);

	if (err)
		return err;
	most = s->set->rotations;
	err = -ENOSPC;
	for (beside = BESIDE_ALL; beside < BESIDE_FIRST && err == -ENOSPC; beside++)
		err = by_rotation(s, beside, most);
	if (err == -ENOSPC)
		err = by_rotation(s, BESIDE_FIRST, ASSIGN_SLICES);
	return err;
}

static int search(struct search *s)
{
	const bool rotate = s->set->flags & PMC_SETUP_ROTATE;
	enum beside beside;
	int err = -ENOSPC;

	for (beside = BESIDE_ALL; beside < BESIDE_NONE && err == -ENOSPC; beside++)
		err = at_once(s, beside);
	if (err == -ENOSPC && rotate)
		err = search_rotations(s);
	if (err == -ENOSPC)
		err = at_once(s, BESIDE_NONE);
	if (err == -ENOSPC && rotate)
		err = by_rotation(s, BESIDE_NONE, ASSIGN_SLICES);
	return err;
}

static bool may_know(const struct set *set, const struct set *other)
{
	return set->rank != USERS || uid_eq(set->cred->uid, other->cred->uid);
}

/*
 * The set shares counters with some of those that it may meet. Returns a process of one that the
 * caller may know of, or 0.
 */
static u32 share(const struct search *s)
{
	struct set *other;
	u32 pid = 0;

	list_for_each_entry(other, &all, all) {
		if (!may_meet(s, other) || !plan_conflicts(s->set, other))
			continue;
		turn_share(s->set, other);
		if (!pid && is_started(other) && may_know(s->set, other))
			pid = (u32)pid_vnr(other->pid);
	}
	return pid;
}

int plan_get(struct set *set, const struct task_struct *task, int cpu,
	     struct pmc_ioctl_attach *attach)
{
	static struct search only; /* plans_mutex; it is too large to be cleared each time */
	struct search *s = &only;
	int err;

	s->set = set;
	s->task = task;
	s->cpu = cpu;
	s->plan.conflict = 0;
	memcpy(s->asked, set->enc, set->n * sizeof(*s->asked));
	err = search(s);
	if (err) {
		forget(set);
		memcpy(set->enc, s->asked, set->n * sizeof(*s->asked));
		if (err == -ENOSPC)
			attach->conflict = (u32)(s->plan.conflict & ((1ull << set->n) - 1));
		return err;
	}
	attach->holder = share(s);
	memcpy(attach->counter, set->counter, set->n);
	attach->rotations = set->rotations;
	list_add(&set->all, &all);
	return 0;
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

void plan_for_each(void (*function)(struct set *set, void *data), void *data)
{
	struct set *set;

	list_for_each_entry(set, &all, all)
		function(set, data);
}
