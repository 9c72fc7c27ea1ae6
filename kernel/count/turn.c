// SPDX-License-Identifier: GPL-2.0
/*
 * Turns. Sets that may meet on a CPU and need the same counters share them (set->shares; their
 * plans are special). Where two such contexts meet, one of them waits: it stays in the CPU's list
 * with an empty plan, so its time goes on, but nothing counts. Everybody else never comes here.
 *
 * Privileged sets go first, those with pinned events before others. Among the rest, the user goes
 * first whose last turn ended longest ago, and of his sets those with pinned events, and then the
 * set whose last turn ended longest ago. A turn is some time on counters for which others waited,
 * of all the set's contexts together: so whoever comes to a CPU for moments only, or in many short
 * threads, gets his turn, too. At the end of a turn, the CPU sorts its contexts and gives each one
 * counters that those before it leave. A set that rotates takes the first rotation that fits.
 */
#include <linux/percpu.h>
#include <linux/string.h>
#include <asm/tsc.h>

#include "kernel/count/load.h"
#include "kernel/count/page.h"
#include "kernel/count/rdpmc.h"
#include "kernel/count/timer.h"
#include "kernel/count/turn.h"
#include "kernel/count/user.h"
#include "kernel/pmu/reg_plan.h"
#include "kernel/pmu/regs.h"

#define MANY 8

/* A little less than the timer's period, which then ends every turn. */
#define TURN_TICKS (tsc_khz * 7ull / 2)

struct cpu_turns {
	bool contended; /* somebody waits */
	u32 n_waiting;
	u64 in_use; /* counters of those that share and count */
	/* What those that were chosen take. */
	u64 counters;
	struct {
		u64 value, mask;
	} slot[HW_SLOTS];
};
static DEFINE_PER_CPU(struct cpu_turns, cpu_turns);

static bool is_special(const struct context *context)
{
	return context->set->rotations > 1 || READ_ONCE(context->set->shares);
}

bool turn_waits(const struct context *context)
{
	return context->cpu >= 0 && context->plan == &no_plan;
}

bool turn_is_partial(const struct context *context)
{
	return context->set->rotations > 1 || context->waited || turn_waits(context);
}

/* ---- Who goes first ---- */

static void share(struct set *set)
{
	u32 i, n = set->rotations * (static_branch_unlikely(&hw_has_siblings) ? 2 : 1);

	/* turn_arrive() looks at these in reverse order. */
	WRITE_ONCE(set->shares, true);
	barrier();
	for (i = 0; i < n; i++)
		WRITE_ONCE(set->plan[i].special, true);
}

void turn_share(struct set *a, struct set *b)
{
	if (!READ_ONCE(a->shares))
		share(a);
	if (!READ_ONCE(b->shares))
		share(b);
}

bool turn_goes_first(const struct set *a, const struct set *b)
{
	u64 since_a, since_b;

	if (a->rank != b->rank)
		return a->rank < b->rank;
	if (a->user != b->user) {
		since_a = READ_ONCE(a->user->turn.since);
		since_b = READ_ONCE(b->user->turn.since);
		return since_a != since_b ? since_a < since_b : a->user < b->user;
	}
	if (a->is_pinned != b->is_pinned)
		return a->is_pinned;
	return READ_ONCE(a->turn.since) < READ_ONCE(b->turn.since);
}

/* The contexts of a set on other CPUs may spend its turn at the same time. */
static void spend(struct turn *turn, u64 ticks)
{
	u64 used = READ_ONCE(turn->used) + ticks;

	if (used >= TURN_TICKS) {
		used = 0;
		WRITE_ONCE(turn->since, rdtsc());
	}
	WRITE_ONCE(turn->used, used);
}

void turn_account(struct context *context, u64 ran)
{
	const struct reg_plan *plan = context->plan;
	struct set *set = context->set;
	u32 i;

	if (plan == &no_plan) {
		context->waited += ran;
		return;
	}
	/* Without rotation every event runs as long as the context does not wait. */
	if (set->rotations > 1)
		for (i = 0; i < plan->n_counters; i++)
			context->count[plan->counter[i].event].running += ran;
	if (READ_ONCE(set->shares) && this_cpu_read(cpu_turns.contended)) {
		spend(&set->turn, ran);
		spend(&set->user->turn, ran);
	}
}

/* ---- Counting and waiting ---- */

static void lock(struct context *context, const struct context *held)
{
	if (context != held)
		raw_spin_lock_nested(&context->lock, SINGLE_DEPTH_NESTING);
}

static void unlock(struct context *context, const struct context *held)
{
	if (context != held)
		raw_spin_unlock(&context->lock);
}

/* Brings the sums of those that count up to date, and so the accounts of their turns. */
static void update_all(struct context *held)
{
	struct context *context;

	list_for_each_entry(context, regs_active(), of_cpu) {
		if (!is_special(context) || turn_waits(context))
			continue;
		lock(context, held);
		load_update(context);
		unlock(context, held);
	}
}

static void contend(struct context *held, bool contended)
{
	if (this_cpu_read(cpu_turns.contended) == contended)
		return;
	update_all(held);
	this_cpu_write(cpu_turns.contended, contended);
}

/* Readers without locks take all events as counted all the time. */
static void mark_partial(struct set *set)
{
	WRITE_ONCE(set->self, NULL);
	if (set->page)
		page_mark_partial(set, true);
}

/* Its time goes on in the CPU's list. */
static void enlist(struct context *context)
{
	this_cpu_inc(cpu_turns.n_waiting);
	context->plan = &no_plan;
	context->cpu = smp_processor_id();
	context->tsc_base = rdtsc();
	list_add(&context->of_cpu, regs_active());
}

/* Notes that a context, which had this plan, counts or waits no more. */
static void note_end(const struct reg_plan *plan)
{
	if (plan == &no_plan)
		this_cpu_dec(cpu_turns.n_waiting);
	else
		this_cpu_and(cpu_turns.in_use, ~plan->counters);
}

/* Puts it on the counters of its rotation. */
static void count(struct context *context)
{
	load_begin(context);
	this_cpu_or(cpu_turns.in_use, context->plan->counters);
	if (context->set->rotations > 1)
		timer_start_rotation();
}

static void show_waiting(struct context *context)
{
	mark_partial(context->set);
	if (context->set->page)
		page_update(context);
}

/*
 * Takes it off, or ends its waiting. If it was chosen it comes on in a moment, which belongs to its
 * time no more than to that of its counts. For other CPUs it stays here.
 */
static void take_off(struct context *context, struct list_head *chosen)
{
	const struct reg_plan *plan = context->plan;

	load_end(context);
	note_end(plan);
	/* The next one may be able to read its counters by RDPMC, and begins where they stand. */
	if (unlikely(rdpmc_is_open()))
		regs_unload(plan);
	else
		this_cpu_write(rdpmc_traces.left, true);
	if (!context->chosen) {
		enlist(context);
		show_waiting(context);
		return;
	}
	context->cpu = smp_processor_id();
	list_add(&context->of_cpu, chosen);
}

static void put_on(struct context *context)
{
	list_del_init(&context->of_cpu);
	context->rotation = context->next;
	count(context);
}

/* ---- Choosing ---- */

static void forget_chosen(struct cpu_turns *cpu)
{
	cpu->counters = 0;
	memset(cpu->slot, 0, sizeof(cpu->slot));
}

static bool fits(const struct cpu_turns *cpu, const struct reg_plan *plan)
{
	const struct planned_reg *r = plan->reg, *end = r + plan->n_regs;

	if (cpu->counters & plan->counters)
		return false;
	for (; r < end; r++)
		if ((cpu->slot[r->slot].value ^ r->value) & cpu->slot[r->slot].mask & r->mask)
			return false;
	return true;
}

static void take(struct cpu_turns *cpu, const struct reg_plan *plan)
{
	const struct planned_reg *r = plan->reg, *end = r + plan->n_regs;

	cpu->counters |= plan->counters;
	for (; r < end; r++) {
		cpu->slot[r->slot].value |= r->value & r->mask;
		cpu->slot[r->slot].mask |= r->mask;
	}
}

/* Does the context fit beside those that count here now? */
static bool fits_now(const struct context *context)
{
	struct cpu_turns *cpu = this_cpu_ptr(&cpu_turns);
	const struct context *other;
	bool any = false;

	if (cpu->in_use & reg_plan_of(context)->counters)
		return false;
	list_for_each_entry(other, regs_active(), of_cpu) {
		if (!is_special(other) || turn_waits(other))
			continue;
		if (!any)
			forget_chosen(cpu);
		any = true;
		take(cpu, other->plan);
	}
	return !any || fits(cpu, reg_plan_of(context));
}

static void choose(struct cpu_turns *cpu, struct context *context, bool over)
{
	u32 i, rotations = context->set->rotations;
	u32 rotation = context->rotation + (over && !turn_waits(context));
	const struct reg_plan *plan;

	context->chosen = false;
	if (context->set->counters && !(context->set->counters & ~cpu->counters))
		return;
	for (i = 0; i < rotations && !context->chosen; i++, rotation++) {
		plan = reg_plan_in(context->set, rotation % rotations);
		if (!fits(cpu, plan))
			continue;
		take(cpu, plan);
		context->chosen = true;
		context->next = (u8)(rotation % rotations);
	}
}

/* The order changes little from time to time. */
static void sort(struct list_head *active)
{
	struct context *context, *next, *before;
	LIST_HEAD(sorted);

	list_for_each_entry_safe(context, next, active, of_cpu) {
		list_for_each_entry_reverse(
			before, &sorted,
			of_cpu) if (!turn_goes_first(context->set, before->set)) break;
		list_move(&context->of_cpu, &before->of_cpu);
	}
	list_splice(&sorted, active);
}

/* Does it have what was chosen for it? */
static bool is_settled(const struct context *context)
{
	if (turn_waits(context))
		return !context->chosen;
	return context->chosen && context->next == context->rotation;
}

/*
 * over: the turns of those that count are over, and those that rotate move on. new: a context that
 * has just come, and is locked, or NULL.
 */
static void settle(struct context *new, bool over)
{
	struct cpu_turns *cpu = this_cpu_ptr(&cpu_turns);
	struct list_head *active = regs_active();
	struct context *context, *next;
	bool waiting = false;
	LIST_HEAD(chosen);

	sort(active);
	forget_chosen(cpu);
	list_for_each_entry(context, active, of_cpu) {
		/* A set that begins to share meanwhile stays where it is until the next time. */
		context->chosen = true;
		context->next = context->rotation;
		if (is_special(context))
			choose(cpu, context, over);
		waiting |= !context->chosen;
	}
	list_for_each_entry_safe(context, next, active, of_cpu) {
		if (is_settled(context))
			continue;
		if (context == new) {
			note_end(context->plan);
			list_move(&context->of_cpu, &chosen);
			continue;
		}
		lock(context, new);
		take_off(context, &chosen);
		unlock(context, new);
	}
	list_for_each_entry_safe(context, next, &chosen, of_cpu) {
		lock(context, new);
		put_on(context);
		unlock(context, new);
	}
	if (new && !new->chosen)
		show_waiting(new);
	contend(new, waiting);
	if (waiting)
		timer_start_rotation();
}

/* ---- When ---- */

/*
 * A switch brings all contexts of a thread, with interrupts off. So only privileged ones, for which
 * others make room, are settled as they come; those of users that do not fit wait for the timer,
 * which comes as soon as interrupts are on and settles all of them. If many wait already it looks
 * for counters that are free, too.
 */
void turn_arrive(struct context *context)
{
	bool user = context->set->rank == USERS;

	context->next = context->rotation;
	if (!READ_ONCE(context->set->shares) ||
	    (!(user && this_cpu_read(cpu_turns.n_waiting) >= MANY) && fits_now(context))) {
		count(context);
		return;
	}
	contend(context, true);
	enlist(context);
	if (user) {
		show_waiting(context);
		timer_rotate_soon();
	} else {
		settle(context, false);
	}
}

void turn_leave(struct context *context)
{
	note_end(context->plan);
	if (!this_cpu_read(cpu_turns.contended))
		return;
	if (!this_cpu_read(cpu_turns.n_waiting))
		contend(context, false);
	else if (context->plan != &no_plan)
		timer_rotate_soon();
}

void turn_refill(void)
{
	if (this_cpu_read(cpu_turns.contended))
		settle(NULL, false);
}

bool turn_tick(void)
{
	struct context *context;
	bool any = false;

	list_for_each_entry(context, regs_active(), of_cpu)
		any |= is_special(context);
	if (!any) {
		this_cpu_write(cpu_turns.contended, false);
		return false;
	}
	update_all(NULL);
	settle(NULL, true);
	any = this_cpu_read(cpu_turns.contended);
	list_for_each_entry(context, regs_active(), of_cpu)
		any |= context->set->rotations > 1;
	return any;
}
