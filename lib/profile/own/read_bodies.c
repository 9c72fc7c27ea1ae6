/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * See read_bodies.h. What others search by halves must be sorted, so the order is checked here.
 * r->found holds the entries of all sections, which have at least a byte each.
 */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>

#include "lib/profile/model/huge.h"
#include "lib/profile/model/model.h"
#include "lib/profile/model/order.h"
#include "lib/profile/own/format.h"
#include "lib/profile/own/read_bodies.h"
#include "lib/profile/own/reader.h"

/* An array of n elements and one more, or NULL. arena NULL: for free(3). */
static void *array(struct arena *arena, u64 n, size_t size)
{
	size_t all;

	if (n >= SIZE_MAX || __builtin_mul_overflow((size_t)n + 1, size, &all))
		return NULL;
	return arena ? arena_alloc(arena, all) : huge_alloc(all);
}

int read_reserve(struct reader *r)
{
	struct pmc_profile *p = r->p;
	size_t row = (MODEL_HEAD + p->n_events) * sizeof(*p->counted);

	p->edges = array(NULL, r->found.edges, sizeof(*p->edges));
	if (p->derived) {
		p->places = array(NULL, r->found.places, sizeof(*p->places));
		p->modelled = array(&p->arena, r->found.rows,
				    model_modelled(p) * sizeof(*p->modelled));
	} else {
		p->counted = array(NULL, r->found.places, row);
	}
	p->symbols = array(&p->arena, r->found.symbols, sizeof(*p->symbols));
	p->code = array(&p->arena, r->found.code, sizeof(*p->code));
	p->stacks.frame = array(NULL, r->found.frames, sizeof(*p->stacks.frame));
	p->stacks.node = array(NULL, r->found.nodes, sizeof(*p->stacks.node));
	if (!(p->derived ? p->places && p->modelled : !!p->counted) || !p->edges ||
	    !p->stacks.frame || !p->stacks.node || !p->symbols || !p->code)
		return -ENOMEM;
	return expect_init(&r->expect, p->n_threads);
}

/* ---- Places ---- */

static bool in_order(const struct place *a, const struct place *b)
{
	if (a->object != b->object)
		return a->object < b->object;
	if (a->address != b->address)
		return a->address < b->address;
	if (a->thread != b->thread)
		return a->thread < b->thread;
	return (a->length << 8 | a->flags) < (b->length << 8 | b->flags);
}

/* The flags that a place's first two bytes say. */
static inline u8 flags_of(u8 first, u8 more)
{
	return (u8)((more & FORMAT_PLACE_KIND) << FORMAT_PLACE_SHIFT |
		    (first & FORMAT_PLACE_LOAD ? PMC_PLACE_LOAD : 0) |
		    (first & FORMAT_PLACE_STORE ? PMC_PLACE_STORE : 0));
}

/* How often a conditional branch was taken. */
static inline void read_taken(struct cursor *in, struct place *at)
{
	u64 taken;

	at->taken = 0;
	if (!(at->flags & PMC_PLACE_COND))
		return;
	taken = cursor_varint(in);
	at->taken = taken == 1 ? at->executions : taken ? taken - 1 : 0;
	if (at->taken > at->executions)
		in->bad = true;
}

/* One place of a derived profile; `before` is the one before it in the section. */
static void read_place(struct reader *r, struct cursor *in, const struct place *before,
		       struct place *at)
{
	u8 first = cursor_byte(in), more = first & FORMAT_PLACE_MORE ? cursor_byte(in) : 0;

	at->length = first & FORMAT_PLACE_LENGTH;
	at->flags = flags_of(first, more);
	at->thread = before->thread;
	if (more & FORMAT_PLACE_THREAD)
		at->thread = cursor_index(in, before->thread + (u64)cursor_signed(in),
					  r->p->n_threads);
	at->address = before->address;
	if (at->thread <= before->thread)
		at->address += before->length;
	if (more & FORMAT_PLACE_GAP)
		at->address += (u64)cursor_signed(in);
	at->executions = expect_get(&r->expect, at->thread);
	if (first & FORMAT_PLACE_COUNT)
		at->executions += (u64)cursor_signed(in);
	at->row = 0;
	read_taken(in, at);
}

/*
 * Reads places, at most n, as long as each stands right behind the one before it, in the same
 * thread, as nearly all do. to[-1] is the last one that was read in this section. Returns how many
 * it read; one that says more is left to read_place().
 */
static size_t read_straight(struct cursor *in, struct place *to, u64 n)
{
	struct cursor c = *in;
	struct place at = to[-1];
	size_t i;

	for (i = 0; i < n && !c.bad && c.at < c.end; i++) {
		u8 first = *c.at, more = 0;
		u64 behind = at.address + at.length;

		if (first & FORMAT_PLACE_MORE)
			more = c.end - c.at > 1 ? c.at[1] : FORMAT_PLACE_GAP;
		if (more & (FORMAT_PLACE_GAP | FORMAT_PLACE_THREAD) || behind <= at.address)
			break;
		c.at += first & FORMAT_PLACE_MORE ? 2 : 1;
		at.address = behind;
		at.executions = expect_behind(&at);
		if (first & FORMAT_PLACE_COUNT)
			at.executions += (u64)cursor_signed(&c);
		at.length = first & FORMAT_PLACE_LENGTH;
		at.flags = flags_of(first, more);
		at.row = 0;
		read_taken(&c, &at);
		to[i] = at;
	}
	*in = c;
	return i;
}

/* The places of a derived profile. */
static void read_derived(struct reader *r, struct cursor *in, u32 object, u64 n)
{
	static const struct place none;
	struct pmc_profile *p = r->p;
	const struct place *before = &none; /* in this section */

	expect_begin(&r->expect);
	while (n && !in->bad) {
		struct place *at = &p->places[p->n_places];
		size_t straight;

		read_place(r, in, before, at);
		at->object = object;
		if (p->n_places && !in_order(at - 1, at))
			in->bad = true;
		straight = read_straight(in, at + 1, n - 1);
		n -= 1 + straight;
		p->n_places += 1 + straight;
		before = at + straight;
		expect_set(&r->expect, before->thread, expect_behind(before));
	}
}

/* Those of another profile, which are rows. */
static void read_counted(struct reader *r, struct cursor *in, u32 object, u64 n)
{
	struct pmc_profile *p = r->p;
	struct place last = { 0 }, at = { .object = object };
	size_t k;
	u64 *row;

	if (p->n_places)
		last = model_place(p, p->n_places - 1);
	for (; n && !in->bad; n--) {
		row = model_row(p, p->n_places);
		at.thread = cursor_index(in, at.thread + (u64)cursor_signed(in), p->n_threads);
		at.address += cursor_varint(in);
		row[0] = at.address;
		row[1] = (u64)object << 32 | at.thread;
		for (k = 0; k < p->n_events; k++)
			row[MODEL_HEAD + k] = cursor_varint(in);
		if (p->n_places && !in_order(&last, &at))
			in->bad = true;
		last = at;
		p->n_places++;
	}
}

int read_places(struct reader *r, struct cursor *in)
{
	struct pmc_profile *p = r->p;
	u32 object = cursor_index(in, cursor_varint(in), p->n_objects);
	u64 n = cursor_varint(in);

	if (!p->n_threads)
		in->bad = true;
	if (p->derived)
		read_derived(r, in, object, n);
	else
		read_counted(r, in, object, n);
	return 0;
}

/* The rows of modelled counts stand in the order of their places. */
int read_modelled(struct reader *r, struct cursor *in)
{
	struct pmc_profile *p = r->p;
	size_t n_events = p->derived ? model_modelled(p) : 0, k;
	u32 object = cursor_index(in, cursor_varint(in), p->n_objects);
	u64 n = cursor_varint(in), number = 0;

	if (!n_events)
		in->bad = true;
	for (; n && !in->bad; n--) {
		number += cursor_varint(in);
		if (number >= p->n_places || number < r->next_row ||
		    p->places[number].object != object) {
			in->bad = true;
			break;
		}
		for (k = 0; k < n_events; k++)
			p->modelled[p->n_rows * n_events + k] = cursor_varint(in);
		p->places[number].row = (u32)++p->n_rows;
		r->next_row = number + 1;
	}
	return 0;
}

/* ---- Edges ---- */

/* Where the edge goes, and how often. away: the last target in another object. */
static void read_target(struct reader *r, struct cursor *in, unsigned first, u64 *away,
			struct pmc_edge *edge)
{
	u64 object;

	edge->to_object = edge->from_object;
	if (first & FORMAT_EDGE_OBJECT) {
		object = cursor_varint(in);
		edge->to_object = object ? cursor_index(in, object - 1, r->p->n_objects) : UINT_MAX;
		*away += (u64)cursor_signed(in);
		edge->to = *away;
	} else {
		edge->to = edge->from + (u64)cursor_signed(in);
	}
	edge->count = first & FORMAT_EDGE_COUNT ? cursor_varint(in) :
						  expect_edge(r->p, &r->at, edge);
}

static int read_inclusive(struct reader *r, struct cursor *in, struct pmc_edge *edge)
{
	u64 *counts = arena_alloc(&r->p->arena, r->p->n_events * sizeof(*counts));
	size_t k;

	if (!counts)
		return -ENOMEM;
	for (k = 0; k < r->p->n_events; k++)
		counts[k] = cursor_varint(in);
	edge->inclusive = counts;
	return 0;
}

int read_edges(struct reader *r, struct cursor *in)
{
	struct pmc_profile *p = r->p;
	u32 object = cursor_index(in, cursor_varint(in), p->n_objects), thread = 0;
	u64 n = cursor_varint(in), from = 0, away = 0;

	if (!p->n_threads)
		in->bad = true;
	for (; n && !in->bad; n--) {
		struct pmc_edge *edge = &p->edges[p->n_edges];
		u8 first = cursor_byte(in);

		if (first & FORMAT_EDGE_THREAD)
			thread = cursor_index(in, thread + (u64)cursor_signed(in), p->n_threads);
		if (first & FORMAT_EDGE_FROM)
			from += cursor_varint(in);
		*edge = (struct pmc_edge){ .kind = first & FORMAT_EDGE_KIND,
					   .thread = thread,
					   .from_object = object,
					   .from = from };
		read_target(r, in, first, &away, edge);
		if (first & FORMAT_EDGE_INCLUSIVE && read_inclusive(r, in, edge))
			return -ENOMEM;
		if ((first & FORMAT_EDGE_KIND) > PMC_EDGE_RETURN || first & 0x80 ||
		    (p->n_edges && order_edges(edge - 1, edge) >= 0))
			in->bad = true;
		p->n_edges++;
	}
	return 0;
}

/* ---- Symbols and code ---- */

int read_symbols(struct reader *r, struct cursor *in)
{
	struct pmc_profile *p = r->p;
	u32 object = cursor_index(in, cursor_varint(in), p->n_objects);
	u64 n = cursor_varint(in), address = 0, line;

	for (; n && !in->bad; n--) {
		struct pmc_profile_symbol *s = &p->symbols[p->n_symbols];

		s->object = object;
		s->address = address += cursor_varint(in);
		s->size = cursor_varint(in);
		line = cursor_varint(in);
		s->line = (unsigned)line;
		s->name = cursor_text(in);
		s->file = cursor_text(in);
		if (!s->file[0])
			s->file = NULL;
		if (line > UINT_MAX || (p->n_symbols && order_symbols(s - 1, s) >= 0))
			in->bad = true;
		p->n_symbols++;
	}
	return 0;
}

int read_code(struct reader *r, struct cursor *in)
{
	struct pmc_profile *p = r->p;
	struct code *code = &p->code[p->n_code];
	const struct code *before = p->n_code ? code - 1 : NULL;

	code->object = cursor_index(in, cursor_varint(in), p->n_objects);
	code->address = cursor_varint(in);
	code->size = (u64)(in->end - in->at);
	code->bytes = in->at;
	if (before &&
	    (code->object < before->object ||
	     (code->object == before->object && (code->address <= before->address ||
						 code->address - before->address < before->size))))
		in->bad = true;
	in->at = in->end;
	p->n_code++;
	return 0;
}
