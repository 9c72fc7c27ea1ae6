// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * When a thread leaves the code cache, the engine counts the exit, finds or makes the trace where
 * the program goes on, links the two, and goes back.
 *
 * A thread in state THREAD_CACHE runs translated code, or is on its way out or in without a lock;
 * it may read traces and exits and add to its counters. Everything else needs cache_lock. A thread
 * that flushes the cache holds the lock and waits until nobody is in THREAD_CACHE (stop.c). A
 * thread that sets this state looks at stop_wanted afterwards, and steps back.
 */
#include "emu/run/dispatch.h"

#include "emu/base/mutex.h"
#include "emu/base/offsets.h"
#include "emu/base/rflags.h"
#include "emu/base/stop.h"
#include "emu/base/thread.h"
#include "emu/base/usermem.h"
#include "emu/code/cache.h"
#include "emu/code/confine.h"
#include "emu/code/fetch.h"
#include "emu/code/guess.h"
#include "emu/code/heads.h"
#include "emu/code/heat.h"
#include "emu/code/index.h"
#include "emu/code/link.h"
#include "emu/code/maps.h"
#include "emu/code/path.h"
#include "emu/code/select.h"
#include "emu/code/spend.h"
#include "emu/code/target.h"
#include "emu/code/trace.h"
#include "emu/code/translate.h"
#include "emu/code/workset.h"
#include "emu/count/burst.h"
#include "emu/count/count.h"
#include "emu/count/due.h"
#include "emu/count/sample.h"
#include "emu/count/tree.h"
#include "emu/count/vector.h"
#include "emu/heritage/ahead.h"
#include "emu/heritage/bequeath.h"
#include "emu/heritage/inherit.h"
#include "emu/hide/vsyscall.h"
#include "emu/model/outcomes.h"
#include "emu/run/approach.h"
#include "emu/run/canonical.h"
#include "emu/run/emulate/emulate.h"
#include "emu/signal/fpstate.h"
#include "emu/signal/raise.h"
#include "emu/signal/trap.h"
#include "emu/syscall/flush.h"
#include "emu/syscall/jumps.h"

/* No code can be fetched at t->cpu.rip. */
static u64 fetch_fault(struct thread *t)
{
	u64 rip = t->cpu.rip;

	if (vsyscall_call(t))
		return dispatch_enter(t);
	/* When the instruction lies across two pages, the second may be the one that is missing. */
	if (maps_prot(rip) && !maps_prot(PAGE_UP(rip + 1)))
		rip = PAGE_UP(rip + 1);
	if (maps_learn(rip))
		return dispatch_enter(t);
	if (rip >> 47)
		raise_gp(t);
	else
		raise_page_fault(t, rip, PF_FETCH);
	return dispatch_enter(t);
}

/* How the program comes to where it goes on. */
struct way {
	u32 exit;   /* this exit is to be linked; EXIT_NONE: none */
	u32 epoch;  /* of the cache when the exit was taken */
	u32 linked; /* this exit is, most likely, to where the program goes on; EXIT_NONE: none */
	u32 site;   /* the exit of an indirect branch that is watched; EXIT_NONE: none */
	u32 from;   /* that of any, if site or indirect is set */
	bool indirect;	  /* it is not watched: the trace is to have an entry for these */
	struct trace *at; /* the trace that it is about to enter; NULL: nobody knows */
	bool past;	  /* not to the trace's beginning but behind its look at its cell */
	bool looks;	  /* by way of obtain(), which drops hot traces when it is time for that */
};

static const struct way none = { .exit = EXIT_NONE, .linked = EXIT_NONE, .site = EXIT_NONE };

/* Can the trace that the program is about to enter be entered without a look at its source? */
static bool is_at_one(const struct way *way)
{
	return way->at && way->epoch == cache.epoch && !(way->at->flags & (TR_DEAD | TR_CHECKED));
}

/* A trace at pc that is as the program's memory is now, or NULL. */
static struct trace *find_valid(u64 pc, bool model)
{
	struct trace *tr = index_find(pc, model);

	if (tr && (tr->flags & TR_CHECKED) && !translate_still_true(tr)) {
		link_drop(tr);
		return NULL;
	}
	return tr;
}

/* How the exits of the way, which are still there, want to reach a new trace. */
static enum translate_how how_from(const struct way *way)
{
	return way->exit != EXIT_NONE ? FROM_EXIT :
	       way->site != EXIT_NONE ? FROM_SITE :
	       way->indirect	      ? FROM_INDIRECT :
					FROM_ENGINE;
}

/* Leads the exits of the way to a trace that is there. */
static void link_way(const struct way *way, struct trace *tr)
{
	if (way->exit != EXIT_NONE)
		link_exit(way->exit, tr);
	if (way->site != EXIT_NONE)
		target_enter(way->site, tr);
	if (way->indirect)
		link_indirect(tr);
}

/* From now on the thread finds the entries by which the site goes to pc. */
static void lead(struct thread *t, u32 site, u64 pc)
{
	u32 at = target_place(site, pc);
	const u8 *first = heads_first(at);

	if (first)
		jumps_set(t, at, first);
}

/* Will the trace, or one that is made, change for this way? */
static bool is_new(const struct way *way, const struct trace *tr)
{
	return !tr || (way->exit != EXIT_NONE && !cache.exits[way->exit].to) ||
	       (way->indirect && !tr->indirect);
}

/* Tells the parent that this way was taken. */
static void tell(const struct way *way, u64 pc)
{
	ahead_tell(way->exit == EXIT_NONE ? 0 :
					    trace_pc(&cache.traces[cache.exits[way->exit].trace]),
		   pc, way->indirect);
}

/* Others begin in pairs with what this process leaves, so one that has much to leave yet keeps its
 * own to the end. */
static void choose_pairs(const struct thread *t)
{
	if (!workset_is_other(t) ||
	    (cache.pairs && bequeath_has_heirs(t->pid) && bequeath_has_much()))
		return;
	cache_turn_pairs();
}

/* Finds the trace at pc, or translates it. The caller holds the lock, in state THREAD_ENGINE. */
static struct trace *obtain(struct thread *t, u64 pc, struct way way)
{
	u32 before = cache.epoch;
	struct trace *tr;
	bool known, tells;

	if (unlikely(confine_lent))
		confine_reclaim();
	if (way.site != EXIT_NONE && way.epoch == cache.epoch && !target_wants(way.site, pc))
		way.site = EXIT_NONE;
	if ((way.indirect || way.site != EXIT_NONE) && way.epoch == cache.epoch &&
	    guess_learn(t, way.from, pc))
		way.site = EXIT_NONE;
	heat_look(t);
	choose_pairs(t);
	tr = find_valid(pc, t->asks);
	if (!tr && inherit_sleeps && inherit_wake(pc))
		tr = find_valid(pc, t->asks);
	if (tr && (tr->flags & TR_CHECKED))
		return tr;
	if (!cache_room())
		flush_cache(t);
	if (way.epoch != cache.epoch || (way.exit != EXIT_NONE && !cache.exits[way.exit].patch))
		way.exit = EXIT_NONE;
	if (way.epoch != cache.epoch)
		way.site = EXIT_NONE;
	if (before != cache.epoch)
		tr = NULL;
	known = tr;
	tells = unlikely(ahead_tells()) && is_new(&way, tr);
	cache_fill_more();
	if (known)
		link_way(&way, tr);
	else
		tr = translate(pc, t->asks, how_from(&way),
			       way.site != EXIT_NONE ? way.site : way.exit);
	if (tells && tr && !(tr->flags & TR_ALONE))
		tell(&way, pc);
	if (tr && way.site != EXIT_NONE)
		lead(t, way.site, pc);
	/* Most of what a process jumps to as it starts it never jumps to again, and an entry for
	 * each would have the kernel copy most of the table's pages. */
	if (known && way.indirect && tr->indirect)
		jumps_set(t, link_place(tr), heads_first(link_place(tr)));
	return tr;
}

/*
 * What an instruction that was executed alone has taken of the cache, on the way to a sample, is
 * free again, unless somebody has translated more meanwhile: such code serves once. That of x87
 * instructions stays, since the processor remembers where the last one was (place_of_x87()). The
 * caller holds the lock; the thread is in the engine.
 */
static void free_alone(struct thread *t, struct way *way)
{
	if (!t->alone.is_there)
		return;
	t->alone.is_there = false;
	if (cache_cut(&t->alone.before, &t->alone.after))
		*way = none;
}

/* Is an x87 instruction among those that are selected? */
static bool has_x87(void)
{
	for (unsigned i = 0; i < sel.n; i++)
		if (sel.s[i].in.map == MAP_1 && (sel.s[i].in.op & 0xf8) == 0xd8)
			return true;
	return false;
}

/* Translates the instruction at t->cpu.rip, to run alone, or up to n from there on. The caller
 * holds the lock. */
static struct trace *translate_alone(struct thread *t, u32 n)
{
	struct trace *tr;

	t->one_shot = false;
	if (!cache_room())
		flush_cache(t);
	if (engine.sampled)
		approach_is_along(t);
	cache_mark(&t->alone.before);
	tr = translate(t->cpu.rip, t->asks, n > 1 ? PIECE : ONE_SHOT, n);
	cache_mark(&t->alone.after);
	t->alone.is_there = tr && engine.sampled && !has_x87();
	if (tr && engine.sampled)
		approach_before(t);
	sel.along.known = false;
	if (tr && t->cpu.rflags & FLAG_TF)
		trap_begin(t, &sel.s[0].in, sel.s[0].bytes);
	return tr;
}

/*
 * A sample is near: a trace that ends before it, else instructions that do, or one. Behind what was
 * executed alone no new trace begins, as that would make one at each of the next ones, too.
 * Returns the code, or 0.
 */
static u64 approach(struct thread *t, const struct way *way)
{
	struct trace *tr = NULL;
	u32 n = 1;

	if (!t->one_shot && !approach_is_along(t) && approach_is_worth(t)) {
		tr = is_at_one(way) ? way->at : find_valid(t->cpu.rip, t->asks);
		if (!tr && t->cpu.rip != t->sample.next) {
			tr = obtain(t, t->cpu.rip, none);
			if (!tr)
				return 0;
		}
		if (tr && approach_fits(t, tr))
			return (u64)trace_body(tr);
		if (tr)
			approach_along(t, tr, 0);
	}
	if (!t->one_shot)
		n = approach_surely(t);
	tr = translate_alone(t, n);
	return tr ? (u64)trace_body(tr) : 0;
}

static u64 entry_of(const struct trace *tr, const struct way *way)
{
	return (u64)trace_body(tr) + (way->past ? tr->check : 0);
}

/*
 * The usual way back from a system call, or into code that is never linked, without the lock.
 * Returns the trace's code with the thread in THREAD_CACHE, or 0.
 */
static u64 enter_unlocked(struct thread *t, const struct way *way)
{
	struct trace *tr;

	__atomic_store_n(&t->state, THREAD_CACHE, __ATOMIC_SEQ_CST);
	if (__atomic_load_n(&stop_wanted, __ATOMIC_SEQ_CST))
		return 0;
	if (way->linked != EXIT_NONE && way->epoch == cache.epoch && cache.exits[way->linked].to)
		return (u64)trace_body(&cache.traces[cache.exits[way->linked].to - 1]);
	if (is_at_one(way))
		return entry_of(way->at, way);
	tr = index_find(t->cpu.rip, t->asks);
	if (tr && (tr->flags & TR_CHECKED ?
			   !confine_due() && translate_still_true(tr) :
			   way->exit == EXIT_NONE && way->site == EXIT_NONE && !way->indirect))
		return entry_of(tr, way);
	return 0;
}

/* The exit was an open end of the newest trace: lets the trace grow there. Returns its code, or
 * 0. */
static u64 grow(struct thread *t, const struct way *way)
{
	struct exit x;
	u64 to;

	if (way->exit == EXIT_NONE || way->epoch != cache.epoch || !cache_room())
		return 0;
	x = cache.exits[way->exit];
	to = (u64)translate_grow(way->exit);
	if (to)
		path_sub(t, &x); /* the trace's later exits count what lies before them */
	if (to && unlikely(ahead_tells()))
		tell(way, exit_target(&x));
	t->grown = to ? way->exit : EXIT_NONE;
	return to;
}

/* Reads from the page, which makes it present. */
static bool touch(u64 page)
{
	u8 byte;

	return !copy_from_user(&byte, page, 1);
}

/* The program goes on at t->cpu.rip. Returns the address in the code cache. */
static u64 go(struct thread *t, struct way way)
{
	struct trace *tr;
	u64 to, absent;

	t->grown = t->spent = EXIT_NONE;
	if (engine.tree && !t->call_top)
		tree_begin(t);
	sample_after(t);
	if (engine.due && !engine.tree &&
	    (t->left < due_reserve() || (engine.sampled && due_is_spent(t))))
		due_spread(t);
	if (unlikely(t->cpu.rflags & FLAG_TF)) {
		t->one_shot = true;
		way.exit = EXIT_NONE;
	}
	if (!t->one_shot && !t->alone.is_there && !due_is_near(t) && !way.looks) {
		to = enter_unlocked(t, &way);
		if (to)
			return to;
	}
	__atomic_store_n(&t->state, THREAD_ENGINE, __ATOMIC_SEQ_CST);
	mutex_lock(&cache_lock);
	free_alone(t, &way);
	to = due_is_near(t) ? approach(t, &way) : grow(t, &way);
	if (!to && !due_is_near(t)) {
		tr = t->one_shot ? translate_alone(t, 1) : obtain(t, t->cpu.rip, way);
		to = tr ? entry_of(tr, &way) : 0;
	}
	if (to)
		t->state = THREAD_CACHE;
	absent = to ? 0 : fetch_absent();
	mutex_unlock(&cache_lock);
	if (to)
		return to;
	return absent && touch(absent) ? dispatch_enter(t) : fetch_fault(t);
}

u64 dispatch_enter(struct thread *t)
{
	t->state = THREAD_ENGINE;
	return go(t, none);
}

/* An indirect jump went to t->target, and its entry found no trace there. */
static u64 exit_indirect(struct thread *t)
{
	struct way way = {
		.exit = EXIT_NONE,
		.linked = EXIT_NONE,
		.epoch = cache.epoch,
		.site = EXIT_NONE,
		.from = t->from,
		.indirect = true,
	};
	const struct exit *from = &cache.exits[t->from];

	t->cpu.rip = t->target;
	if (unlikely(!canonical(t->target))) {
		if (engine.tree && IC_SIGNAL(from->last) == EMU_RETURNS)
			tree_unreturn(t);
		canonical_undo(t, &cache.exits[t->from]);
		t->state = THREAD_ENGINE;
		raise_gp(t);
		return dispatch_enter(t);
	}
	if (engine.sampled && due_is_spent(t)) /* most likely that is why it is here */
		way.indirect = false;
	if (target_is_told(from))
		path_went_to(t, from, t->target);
	if (target_is_watched(from)) {
		way.site = t->from;
		way.indirect = false;
	}
	if (engine.tree && IC_SIGNAL(from->last) == EMU_CALL_INDIRECT)
		tree_enter(t, t->target, t->cpu.r[RSP] + 8);
	t->state = THREAD_ENGINE;
	if (trap_back(t))
		trap_report(t, false);
	return go(t, way);
}

/* A signal that waits may have come while the model used the program's vector registers. */
static void take_outcomes(struct thread *t)
{
	model_outcomes(t);
	if (unlikely(t->pending_sig))
		t->pending.fp_size = fpstate_save(t->pending.fp, sizeof(t->pending.fp));
}

/* The next phase is near, or has come. */
static u64 exit_phase(struct thread *t)
{
	struct way way = none;

	t->cpu.rip = trace_pc(&cache.traces[(u32)t->target]);
	t->state = THREAD_ENGINE;
	due_spread(t);
	way.past = true;
	way.looks = due_left(t) <= 0;
	if (way.looks)
		burst_next(t);
	return go(t, way);
}

/*
 * What the exit counts has been counted down, with all that is before it. Does the trace behind it
 * end before the sample, too, or will the engine be asked there? Other threads might lead the exit
 * elsewhere meanwhile.
 */
static bool may_go_on(const struct thread *t, u32 exit)
{
	const struct exit *x = &cache.exits[exit];
	s64 left = due_left(t);

	if (left >= due_reserve())
		return true;
	if (left <= 0 || x->kind != X_DIRECT || threads_count > 1)
		return false;
	return x->to ? cache.traces[x->to - 1].most < left : spend_has_looked(exit);
}

/*
 * The trace has counted down for exit number t->target, and found its cell negative. Mostly it goes
 * on where it was, as nothing but the cells has changed: the thread stays in THREAD_CACHE, so that
 * nobody empties the cache, and t->spent tells a signal where the program is.
 */
static u64 exit_spent(struct thread *t)
{
	u32 exit = (u32)t->target;
	const struct exit *x = &cache.exits[exit];
	struct way way = none;

	due_spread(t);
	if (may_go_on(t, exit)) {
		t->grown = EXIT_NONE;
		t->spent = exit;
		return (u64)cache.start + t->from;
	}
	if (path_spent(t, exit)) {
		const struct trace *tr = &cache.traces[x->trace];

		approach_from(t, t->cpu.rip);
		approach_along(t, tr, tr->look);
	} else if (x->to) {
		way.at = &cache.traces[x->to - 1];
		way.epoch = cache.epoch;
	}
	t->state = THREAD_ENGINE;
	return go(t, way);
}

u64 dispatch_exit(struct thread *t)
{
	struct way way = {
		.exit = EXIT_NONE, .linked = EXIT_NONE, .epoch = cache.epoch, .site = EXIT_NONE
	};
	struct exit x;
	bool trapped;

	if (t->exit == EXIT_INDIRECT)
		return exit_indirect(t);
	if (t->exit == EXIT_UNWIND) {
		tree_unwind(t, t->cpu.r[RSP]);
		return exit_indirect(t);
	}
	if (t->exit == EXIT_SAMPLE)
		return engine.bursts ? exit_phase(t) : exit_spent(t);
	x = cache.exits[t->exit & ~EXIT_COUNTED];
	if (!x.counted && !(t->exit & EXIT_COUNTED))
		path_add(t, &x);
	if (x.call)
		tree_enter(t, exit_target(&x), t->cpu.r[RSP] + 8);
	t->state = THREAD_ENGINE;
	t->cpu.rip = exit_target(&x);
	trapped = trap_back(t);
	if (x.kind == X_SPECIAL) {
		burst_account(t);
		/* The instruction may end the thread, or fork it. */
		if (IC_SIGNAL(x.last) == EMU_SYSCALLS)
			sample_after(t);
		take_outcomes(t);
		emulate(t, exit_target(&x));
	} else if (!trapped && t->exit & EXIT_COUNTED) {
		way.linked = t->exit & ~EXIT_COUNTED;
	} else if (!trapped) {
		way.exit = t->exit;
	}
	if (trapped)
		trap_report(t, x.kind == X_SPECIAL);
	return go(t, way);
}
