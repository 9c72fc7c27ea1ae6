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
#include <linux/kernel.h>
#include <linux/list_sort.h>
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
/* The least time after which those that rotate move on: half of the timer's period. */
#define MOVE_TICKS (tsc_khz * 2ull)

struct cpu_turns {
	bool contended; /* somebody waits */
	u32 n_waiting;
	u64 moved;	   /* the time stamp when those that rotate last moved on */
	u64 in_use[RANKS]; /* counters of those that share and count */
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

static void mark_sharing(struct set *set)
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
		mark_sharing(a);
	if (!READ_ONCE(b->shares))
		mark_sharing(b);
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
static void note_end(const struct context *context, const struct reg_plan *plan)
{
	if (plan == &no_plan)
		this_cpu_dec(cpu_turns.n_waiting);
	else
		this_cpu_and(cpu_turns.in_use[context->set->rank], ~plan->counters);
}

/* Puts it on the counters of its rotation. */
static void count(struct context *context)
{
	load_begin(context);
	this_cpu_or(cpu_turns.in_use[context->set->rank], context->plan->counters);
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
	note_end(context, plan);
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

static void take_counters(struct cpu_turns *cpu, const struct reg_plan *plan)
{
	const struct planned_reg *r = plan->reg, *end = r + plan->n_regs;

	cpu->counters |= plan->counters;
	for (; r < end; r++) {
		cpu->slot[r->slot].value |= r->value & r->mask;
		cpu->slot[r->slot].mask |= r->mask;
	}
}

/* Does one that need not make room for the context have a counter that it needs? */
static bool is_held(const struct context *context)
{
	u64 counters = reg_plan_of(context)->counters;
	enum rank rank;

	for (rank = 0; rank <= context->set->rank; rank++)
		if (this_cpu_read(cpu_turns.in_use[rank]) & counters)
			return true;
	return false;
}

/* Does the context fit beside those that count here now? */
static bool fits_now(const struct context *context)
{
	struct cpu_turns *cpu = this_cpu_ptr(&cpu_turns);
	const struct context *other;
	bool any = false;

	list_for_each_entry(other, regs_active(), of_cpu) {
		if (!is_special(other) || turn_waits(other))
			continue;
		if (!any)
			forget_chosen(cpu);
		any = true;
		take_counters(cpu, other->plan);
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
		take_counters(cpu, plan);
		context->chosen = true;
		context->next = (u8)(rotation % rotations);
	}
}

/* Who goes first, as numbers: each context is compared with several others. */
static void note_order(struct context *context)
{
	const struct set *set = context->set;

	context->order[0] = (u64)set->rank << 62 | READ_ONCE(set->user->turn.since) >> 2;
	context->order[1] = (u64)!set->is_pinned << 63 | READ_ONCE(set->turn.since) >> 1;
}

#ifdef PMC_HAVE_LIST_CMP
static int compare(void *unused, const struct list_head *a, const struct list_head *b)
#else
static int compare(void *unused, struct list_head *a, struct list_head *b)
#endif
{
	const struct context *first = list_entry(a, struct context, of_cpu);
	const struct context *second = list_entry(b, struct context, of_cpu);

	if (first->order[0] != second->order[0])
		return first->order[0] > second->order[0];
	return first->order[1] > second->order[1];
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

	list_for_each_entry(context, active, of_cpu)
		note_order(context);
	list_sort(NULL, active, compare);
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
			note_end(context, context->plan);
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
 * Is it better to settle with all that come, by the timer, as soon as interrupts are on? A switch
 * brings all contexts of a thread, with interrupts off. So those for which nobody must make room at
 * once are not settled one by one, and if many wait already, nobody looks for free counters either.
 */
static bool may_wait(const struct context *context)
{
	bool user = context->set->rank == USERS;

	return is_held(context) || (user && this_cpu_read(cpu_turns.n_waiting) >= MANY);
}

void turn_arrive(struct context *context)
{
	bool shares = READ_ONCE(context->set->shares), soon = shares && may_wait(context);

	context->next = context->rotation;
	if (!shares || (!soon && fits_now(context))) {
		count(context);
		return;
	}
	contend(context, true);
	enlist(context);
	if (!soon && context->set->rank != USERS) {
		settle(context, false);
		return;
	}
	show_waiting(context);
	timer_rotate_soon();
}

void turn_leave(struct context *context)
{
	note_end(context, context->plan);
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

/*
 * The timer also comes whenever somebody has begun to wait. If those that rotate moved on each
 * time, a user's switches would decide which of an administrator's events count when.
 */
static bool may_move(void)
{
	u64 now = rdtsc(), *moved = &this_cpu_ptr(&cpu_turns)->moved;

	if (now - *moved < MOVE_TICKS)
		return false;
	*moved = now;
	return true;
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
	settle(NULL, may_move());
	any = this_cpu_read(cpu_turns.contended);
	list_for_each_entry(context, regs_active(), of_cpu)
		any |= context->set->rotations > 1;
	return any;
}
