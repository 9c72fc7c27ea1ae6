// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See order.h. What is wrong here costs time only. */
#include "emu/heritage/order.h"
#include "emu/base/arena.h"
#include "emu/base/thread.h"
#include "emu/code/cache.h"
#include "emu/code/copy.h"
#include "emu/code/heat.h"
#include "emu/count/chunk.h"
#include "emu/count/count.h"
#include "emu/count/ended.h"

#define ENOUGH	 (4u << 20)   /* passages tell what is hot */
#define SHARED	 4	      /* … if no more than this part is in counters of several exits */
#define PART	 500000	      /* a trace is hot that has this part of all passages, … */
#define MOST	 (8ull << 20) /* … but hot code has no more bytes */
#define LOG_MOST 64

u64 order_passages(const struct order *o, u32 exit)
{
	const struct exit *x = &cache.exits[exit];

	return x->id >= EXIT_UNCOUNTED || x->kind == X_ENTRY ? 0 :
							       o->passed[x->id] / o->sharers[x->id];
}

/* ---- Which traces are hot ---- */

/* Adds up the counters of all threads. Returns all passages, or 0 if too many are in counters that
 * exits share: the average of these says little. */
static u64 add_up(struct order *o)
{
	u64 all = 0, shared = 0;

	for (const struct thread *t = threads_first; t; t = t->next)
		if (t->state != THREAD_FREE && t->shm)
			chunk_add(t->chunk, t->shm, count_vectors->n, o->passed);
	for (u32 i = 0; i < count_vectors->n; i++) {
		o->passed[i] += ended_passages(i);
		all += o->passed[i];
	}
	for (u32 i = 0; i < o->n_exits; i++)
		if (cache.exits[i].id < EXIT_UNCOUNTED)
			o->sharers[cache.exits[i].id]++;
	for (u32 i = 0; i < count_vectors->n; i++)
		shared += o->sharers[i] > 1 ? o->passed[i] : 0;
	for (u32 i = 0; i < o->n_exits; i++)
		o->of[cache.exits[i].trace].passages += order_passages(o, i);
	return shared <= all / SHARED ? all : 0;
}

static u64 size_of(u32 trace)
{
	return cache.traces[trace].end - cache.traces[trace].body;
}

static bool may_move(const struct trace *tr)
{
	return !(tr->flags & (TR_DEAD | TR_CHECKED | TR_ALONE | TR_MODEL)) && copy_can(tr);
}

/* How large are the traces with more passages than that? */
static u64 size_above(const struct order *o, u64 least)
{
	u64 size = 0;

	for (u32 i = 0; i < o->n_traces; i++)
		if (o->of[i].passages > least)
			size += size_of(i);
	return size;
}

static void choose_hot(struct order *o, u64 all)
{
	u64 least = all / PART;

	while (least && size_above(o, least) > MOST)
		least *= 2;
	for (u32 i = 0; i < o->n_traces; i++) {
		struct order_trace *t = &o->of[i];

		*t = (struct order_trace){
			t->passages, ORDER_NONE, ORDER_NONE,
			i,	     ORDER_NONE, t->passages > least && may_move(&cache.traces[i])
		};
		o->n_hot += t->is_hot;
		o->size += t->is_hot ? size_of(i) : 0;
	}
}

/* ---- Chains ---- */

static u32 chain_of(const struct order *o, u32 trace)
{
	struct order_trace *of = o->of;

	while (of[trace].chain != trace) {
		of[trace].chain = of[of[trace].chain].chain;
		trace = of[trace].chain;
	}
	return trace;
}

/* Is its jump the trace's last instruction? */
static bool is_last(const struct exit *x)
{
	return x->patch + 4 == cache.traces[x->trace].end;
}

/* Puts the trace that the exit leads to behind the one that it leaves, unless one of them has such
 * a neighbour already. */
static bool join(struct order *o, u32 exit)
{
	const struct exit *x = &cache.exits[exit];
	u32 from = x->trace, to = x->to - 1;

	if (o->of[from].next != ORDER_NONE || o->of[to].by != ORDER_NONE ||
	    chain_of(o, from) == chain_of(o, to))
		return false;
	o->of[from].next = to;
	o->of[to].prev = from;
	o->of[to].by = exit;
	o->of[to].chain = from;
	return true;
}

/* Lists the exits between hot traces that were passed. Returns how many there are. */
static u32 list_hot(const struct order *o, u32 *to)
{
	u32 n = 0;

	for (u32 i = 0; i < o->n_exits; i++) {
		const struct exit *x = &cache.exits[i];

		if (x->kind == X_DIRECT && x->patch && x->to && o->of[x->trace].is_hot &&
		    o->of[x->to - 1].is_hot && order_passages(o, i))
			to[n++] = i;
	}
	return n;
}

static unsigned log_of(u64 n)
{
	return 63 - (unsigned)__builtin_clzll(n);
}

/* By powers of two: those that are passed most come first. */
static void make_chains(struct order *o, const u32 *exits, u32 n)
{
	for (unsigned log = LOG_MOST; log--;)
		for (u32 i = 0; i < n; i++) {
			const struct exit *x = &cache.exits[exits[i]];

			if (log_of(order_passages(o, exits[i])) != log ||
			    (is_last(x) && join(o, exits[i])))
				continue;
			if (!x->counted && o->of[x->to - 1].by == ORDER_NONE)
				o->of[x->to - 1].by = exits[i];
		}
}

bool order_make(struct order *o)
{
	u32 *exits;
	u64 all;

	*o = (struct order){ .n_traces = cache.n_traces, .n_exits = cache.n_exits };
	o->of = arena_alloc(o->n_traces * sizeof(*o->of));
	o->passed = arena_alloc(count_most() * sizeof(*o->passed));
	o->sharers = arena_alloc(count_most() * sizeof(*o->sharers));
	exits = arena_alloc(o->n_exits * sizeof(*exits));
	if (!o->of || !o->passed || !o->sharers || !exits)
		goto out;
	all = add_up(o);
	if (all < ENOUGH && !heat_hastily())
		goto out;
	choose_hot(o, all);
	make_chains(o, exits, list_hot(o, exits));
out:
	if (exits)
		arena_free(exits, o->n_exits * sizeof(*exits));
	if (!o->n_hot)
		order_free(o);
	return o->n_hot;
}

void order_free(struct order *o)
{
	if (o->of)
		arena_free(o->of, o->n_traces * sizeof(*o->of));
	if (o->passed)
		arena_free(o->passed, count_most() * sizeof(*o->passed));
	if (o->sharers)
		arena_free(o->sharers, count_most() * sizeof(*o->sharers));
}
