// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * A step that a child has told is taken as the engine takes it for a program that runs
 * (emu/run/dispatch.c): the trace grows there, or its exit is linked to a trace, a new one if need
 * be. So what follows from one step to the next is as it was in the child.
 */
#include "emu/heritage/ahead.h"
#include "emu/base/arena.h"
#include "emu/base/engine.h"
#include "emu/base/syscall.h"
#include "emu/base/thread.h"
#include "emu/code/cache.h"
#include "emu/code/heads.h"
#include "emu/code/index.h"
#include "emu/code/link.h"
#include "emu/code/maps.h"
#include "emu/code/translate.h"
#include "emu/count/log.h"
#include "emu/heritage/inherit.h"

#define FIRST	 2    /* from this fork on children tell */
#define MOST	 4096 /* so many steps a process takes in all, in case that they are of no use */
#define INDIRECT (1ull << 63)

struct step {
	u64 from, to; /* to: | INDIRECT */
};

/* The page. Several children may write to it. */
struct told {
	u32 n; /* may be more than there is room for */
	u32 pad[3];
	struct step step[PAGE_SIZE / sizeof(struct step) - 1];
};
_Static_assert(sizeof(struct told) == PAGE_SIZE, "a page");

FORKED static struct told *to_parent, *from_children; /* NULL: none */
FORKED static u32 forks, taken;

bool ahead_tells(void)
{
	return to_parent;
}

void ahead_tell(u64 from, u64 to, bool indirect)
{
	u32 i = __atomic_fetch_add(&to_parent->n, 1, __ATOMIC_RELAXED);

	if (i < ARRAY_SIZE(to_parent->step))
		to_parent->step[i] = (struct step){ from, to | (indirect ? INDIRECT : 0) };
	else
		to_parent = NULL;
}

/* The first exit of a trace, or of one behind it. */
static u32 first_exit(u32 trace)
{
	u32 lo = 0, hi = cache.n_exits;

	while (lo < hi) {
		u32 mid = (lo + hi) / 2;

		if (cache.exits[mid].trace < trace)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

/* An exit from the trace at `from` that can be linked to `to`. */
static u32 find_exit(u64 from, u64 to)
{
	const struct trace *tr = index_find(from, false);
	u32 trace;

	if (!tr)
		return EXIT_NONE;
	trace = (u32)(tr - cache.traces);
	for (u32 i = first_exit(trace); i < cache.n_exits && cache.exits[i].trace == trace; i++) {
		const struct exit *x = &cache.exits[i];

		if (x->kind == X_DIRECT && exit_target(x) == to && x->patch && !x->to)
			return i;
	}
	return EXIT_NONE;
}

/* All children find the trace in the table of indirect jumps. */
static void enter(const struct trace *tr)
{
	u64 *table = (u64 *)((u64)thread_self() + T_IND);

	table[link_place(tr)] = (u64)heads_first(link_place(tr));
}

static void take(u64 from, u64 to, bool indirect)
{
	u32 exit = from ? find_exit(from, to) : EXIT_NONE;
	struct trace *tr;

	if (exit != EXIT_NONE && translate_grow(exit))
		return;
	tr = index_find(to, false);
	if (!tr && inherit_sleeps && inherit_wake(to))
		tr = index_find(to, false);
	if (!tr) {
		tr = translate(to, false,
			       exit != EXIT_NONE ? FROM_EXIT :
			       indirect		 ? FROM_INDIRECT :
						   FROM_ENGINE,
			       exit);
	} else if (!(tr->flags & TR_CHECKED)) {
		if (exit != EXIT_NONE)
			link_exit(exit, tr);
		if (indirect)
			link_indirect(tr);
	}
	if (indirect && tr && tr->indirect)
		enter(tr);
}

/* Takes the steps that have been told since the last fork. */
static void take_all(void)
{
	u32 n = __atomic_exchange_n(&from_children->n, 0, __ATOMIC_RELAXED);

	for (u32 i = 0; i < n && i < ARRAY_SIZE(from_children->step); i++) {
		struct step *s = &from_children->step[i];
		u64 from = __atomic_load_n(&s->from, __ATOMIC_RELAXED);
		u64 to = __atomic_exchange_n(&s->to, 0, __ATOMIC_RELAXED);
		u64 at = to & ~INDIRECT;

		if (!cache_room() || taken == MOST)
			return;
		if (!maps_is_text(at, at + 1))
			continue;
		taken++;
		take(from, at, to & INDIRECT);
	}
}

void ahead_forking(void)
{
	if (engine.model || engine.tree || engine.due || log_is_on() ||
	    engine.shm->flags & EMU_F_COLD || taken == MOST || ++forks < FIRST)
		return;
	if (from_children)
		take_all();
	else
		from_children = arena_alloc_shared(PAGE_SIZE);
}

void ahead_give_up(void)
{
	if (to_parent)
		arena_free_shared(to_parent, PAGE_SIZE);
	to_parent = NULL;
}

void ahead_forked(void)
{
	/* What its parent told is not this process's parent's business. */
	ahead_give_up();
	to_parent = from_children;
	from_children = NULL;
	forks = taken = 0;
}
