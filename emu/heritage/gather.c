// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * See gather.h. First all links to hot traces are undone. Then each chain is written: in front of a
 * trace the counter of one exit that leads there, the trace, and behind the chain a piece of code
 * for each other exit that was passed and needs a counter on its way. At last the links are made
 * again; exits that were not passed get their counters behind all of that.
 */
#include "emu/heritage/gather.h"
#include "emu/base/arena.h"
#include "emu/base/engine.h"
#include "emu/base/string.h"
#include "emu/code/cache.h"
#include "emu/code/copy.h"
#include "emu/code/emit.h"
#include "emu/code/heat.h"
#include "emu/code/index.h"
#include "emu/code/link.h"
#include "emu/code/moves.h"
#include "emu/code/nop.h"
#include "emu/code/pages.h"
#include "emu/count/log.h"
#include "emu/heritage/heritage.h"
#include "emu/heritage/order.h"

#define LINE 64
/* Bytes, roughly: of an entry of indirect jumps, of a counter with a jump, … */
#define ENTRY 56
#define PIECE 16
#define FLAGS 40 /* … and of what keeps the flags there */

/* What becomes of a trace … */
struct place {
	u32 now;   /* the trace in its place; 0: it stays */
	u32 front; /* the offset where the counter of the exit `by` lies */
	u32 exits; /* the first one + 1 */
	u32 moves; /* the same of what moves in its code (emu/code/moves.h) */
};

/* … and of an exit. */
struct way {
	u32 next;  /* exit of the same trace + 1 */
	u32 was;   /* the trace that it led to + 1, if that is laid anew; 0 */
	u32 piece; /* the offset where its piece of code ends; 0: it has none */
};

static struct order order;
static struct place *places;
static struct way *ways;
static u32 *next_moves; /* of the same trace + 1 */
static u32 n_moves;

/* ---- The plan ---- */

/* The log of an exact profile says which number a trace has. */
static bool may_lay(void)
{
	return (cache.pairs || heat_hastily()) && !engine.due && !engine.model && !log_is_on();
}

static void forget(void)
{
	if (places)
		arena_free(places, order.n_traces * sizeof(*places));
	if (ways)
		arena_free(ways, order.n_exits * sizeof(*ways));
	if (next_moves)
		arena_free(next_moves, n_moves * sizeof(*next_moves));
	places = NULL;
	ways = NULL;
	next_moves = NULL;
	order_free(&order);
}

static bool is_linked(const struct exit *x)
{
	return x->kind == X_DIRECT && x->patch && x->to;
}

static void list_exits(void)
{
	for (u32 i = order.n_exits; i--;) {
		const struct exit *x = &cache.exits[i];

		ways[i].next = places[x->trace].exits;
		places[x->trace].exits = i + 1;
		if (is_linked(x) && order.of[x->to - 1].is_hot)
			ways[i].was = x->to;
	}
}

/* False: not all moves are known. */
static bool list_moves(void)
{
	const struct move *list;

	if (!moves_known(&list, &n_moves))
		return false;
	next_moves = n_moves ? arena_alloc(n_moves * sizeof(*next_moves)) : NULL;
	if (n_moves && !next_moves)
		return false;
	for (u32 i = n_moves; i--;) {
		const struct trace *tr = cache_at((u64)cache.start + list[i].at);

		if (!tr || tr - cache.traces >= order.n_traces)
			continue;
		next_moves[i] = places[tr - cache.traces].moves;
		places[tr - cache.traces].moves = i + 1;
	}
	return true;
}

bool gather_begin(void)
{
	if (!may_lay() || !order_make(&order))
		return false;
	places = arena_alloc(order.n_traces * sizeof(*places));
	ways = arena_alloc(order.n_exits * sizeof(*ways));
	if (!places || !ways || !list_moves()) {
		forget();
		return false;
	}
	list_exits();
	return true;
}

static u32 size_of_piece(u32 target)
{
	return PIECE + (cache.traces[target].flags & TR_FLAGS ? FLAGS : 0);
}

void gather_measure(struct heritage *h)
{
	h->n_hot += (u32)order.size;
	for (u32 i = 0; i < order.n_traces; i++)
		if (order.of[i].is_hot)
			h->n_hot += size_of_piece(i) + (cache.traces[i].indirect ? ENTRY : 0);
	for (u32 i = 0; i < order.n_exits; i++)
		if (ways[i].was && !cache.exits[i].counted)
			h->n_hot += size_of_piece(ways[i].was - 1);
	h->n_traces += order.n_hot;
	h->n_moves *= 2;
	h->n_uses *= 2;
}

/* ---- Traces ---- */

/* Undoes the links to hot traces. */
static void cut(void)
{
	for (u32 i = 0; i < order.n_traces; i++)
		if (order.of[i].is_hot)
			link_drop(&cache.traces[i]);
}

/* Does the exit jump where it lies in the trace? */
static bool is_in(const struct trace *tr, const struct exit *x)
{
	return x->patch >= tr->body && x->patch < tr->end;
}

/* More exits than any trace has that jump from where they lie. */
#define PATCHES 128

static void plan(u32 trace, struct copy *c)
{
	const struct trace *old = &cache.traces[trace];
	u32 patches[PATCHES], n = 0;

	c->n_cuts = 0;
	for (u32 i = places[trace].exits; i; i = ways[i - 1].next) {
		if (n == PATCHES)
			return;
		patches[n++] = cache.exits[i - 1].patch;
	}
	copy_plan(c, old, patches, n);
}

/* Would a trace at `body` have each jump that may be redirected within a line, and one that may
 * become a NOP whole? */
static bool fits_lines(u32 trace, u32 body, const struct copy *c)
{
	const struct trace *old = &cache.traces[trace];

	for (u32 i = places[trace].exits; i; i = ways[i - 1].next) {
		const struct exit *x = &cache.exits[i - 1];
		u32 to;

		if (!is_in(old, x))
			continue;
		to = (body + copy_patch(c, x->patch - old->body)) % LINE;
		if (to > LINE - 4 || (x->patch + 4 == old->end && !to))
			return false;
	}
	return true;
}

static bool align_as(u32 trace, const struct copy *c)
{
	u32 at = (u32)(cache.hot - cache.start);

	for (u32 n = 0; n < LINE; n++)
		if (fits_lines(trace, at + n, c)) {
			cache.hot = nop_pad(cache.hot, n);
			return true;
		}
	return false;
}

/* Such a place is hardly ever far. Where there is none, the copy is a whole one, and lies in lines
 * as the trace does if need be. */
static void align(u32 trace, struct copy *c)
{
	u32 at = (u32)(cache.hot - cache.start);

	if (align_as(trace, c))
		return;
	c->n_cuts = 0;
	if (!align_as(trace, c))
		cache.hot = nop_pad(cache.hot, (cache.traces[trace].body - at) % LINE);
}

/* The exits of the old trace become those of the new one. */
static void move_exits(u32 trace, const struct copy *c)
{
	const struct trace *old = &cache.traces[trace];
	const struct trace *tr = &cache.traces[places[trace].now];

	for (u32 i = places[trace].exits; i; i = ways[i - 1].next) {
		struct exit *x = &cache.exits[i - 1];
		u8 *at = cache.start + x->patch;
		s32 rel;

		x->trace = places[trace].now;
		if (!is_in(old, x))
			continue;
		x->patch = tr->body + copy_patch(c, x->patch - old->body);
		memcpy(&rel, at, sizeof(rel));
		if (link_is_nop(at))
			emit_jmp(cache.start + x->patch - 1, at + sizeof(rel));
		else
			link_patch(x, at + sizeof(rel) + rel);
		link_put(at, (s32)(link_stub(i - 1) - (at + 4)));
	}
}

/* The records, too: nobody is or comes where the old code lies. */
static void move_records(const struct trace *tr, const struct copy *c)
{
	for (u32 i = 0; i < tr->n_irec; i++) {
		struct irec *r = &cache.irecs[tr->irec + i];

		r->off = (u16)copy_place(c, r->off);
	}
}

static void move_moves(u32 trace, const struct copy *c)
{
	const struct trace *old = &cache.traces[trace];
	struct trace *tr = &cache.traces[places[trace].now];
	const struct move *list;
	u32 n;

	moves_known(&list, &n);
	moves_of(tr);
	for (u32 i = places[trace].moves; i; i = next_moves[i - 1]) {
		const struct move *m = &list[i - 1];

		moves_note(m->kind, trace_body(tr) + copy_place(c, m->at - old->body), m->address);
	}
}

static void lay_trace(u32 trace)
{
	const struct trace *old = &cache.traces[trace];
	struct trace *tr = &cache.traces[cache.n_traces];
	u32 by = order.of[trace].by;
	struct copy copy;

	plan(trace, &copy);
	*tr = *old;
	tr->flags &= (u8)~TR_DEAD;
	tr->incoming = EXIT_NONE;
	tr->indirect = tr->match = tr->body = 0;
	if (by == ORDER_NONE && old->indirect)
		link_indirect(tr);
	places[trace].front = (u32)(cache.hot - cache.start);
	if (by != ORDER_NONE && !cache.exits[by].counted)
		cache.hot = emit_count(cache.hot, by, tr->flags & TR_FLAGS);
	align(trace, &copy);
	tr->body = (u32)(cache.hot - cache.start);
	cache.hot = copy_code(cache.hot, old, &copy);
	tr->end = (u32)(cache.hot - cache.start);
	places[trace].now = cache.n_traces++;
	index_insert(tr);
	if (old->indirect)
		link_indirect(tr);
	move_exits(trace, &copy);
	move_records(tr, &copy);
	move_moves(trace, &copy);
}

/* The code of its own that counts for each exit of the trace that was passed, and does not lead
 * where its counter lies in front. Its jump is written when all traces are there. */
static void lay_pieces(u32 trace)
{
	for (u32 i = places[trace].exits; i; i = ways[i - 1].next) {
		struct way *w = &ways[i - 1];
		struct exit *x = &cache.exits[i - 1];
		u8 *p = cache.hot;

		if (!w->was || x->counted || order.of[w->was - 1].by == i - 1 ||
		    !order_passages(&order, i - 1))
			continue;
		link_patch(x, p);
		p = emit_count(p, i - 1, cache.traces[w->was - 1].flags & TR_FLAGS);
		cache.hot = emit_jmp(p, p);
		w->piece = (u32)(cache.hot - cache.start);
	}
}

static void lay_chains(void)
{
	for (u32 i = 0; i < order.n_traces; i++) {
		if (!order.of[i].is_hot || order.of[i].prev != ORDER_NONE)
			continue;
		for (u32 k = i; k != ORDER_NONE; k = order.of[k].next)
			lay_trace(k);
		for (u32 k = i; k != ORDER_NONE; k = order.of[k].next)
			lay_pieces(k);
	}
}

/* ---- What is known of them ---- */

static void link_again(u32 exit)
{
	const struct way *w = &ways[exit];
	const struct place *to = &places[w->was - 1];
	struct trace *tr = &cache.traces[to->now];
	struct exit *x = &cache.exits[exit];
	u8 *end = cache.start + w->piece;

	if (order.of[w->was - 1].by == exit) {
		link_patch(x, cache.start + to->front);
	} else if (w->piece) {
		emit_jmp(end - JUMP_SIZE, trace_body(tr));
	} else {
		link_exit(exit, tr);
		return;
	}
	x->to = to->now + 1;
	x->next = tr->incoming;
	tr->incoming = exit;
}

static void link_all(void)
{
	for (u32 i = 0; i < order.n_exits; i++)
		if (ways[i].was)
			link_again(i);
}

static void move_pages(void)
{
	u32 i = 0, node, trace;
	u64 page, hash;

	while (pages_each(&i, &page, &hash))
		for (node = 0; pages_each_use(i, &node, &trace);)
			if (trace < order.n_traces && places[trace].now)
				pages_add(&cache.traces[places[trace].now], page);
}

void gather_end(bool is_wanted)
{
	if (is_wanted) {
		cut();
		lay_chains();
		move_pages();
		link_all();
	}
	forget();
}
