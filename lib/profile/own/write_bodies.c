/* SPDX-License-Identifier: BSD-2-Clause */
/* See write_bodies.h, and docs/profile.md for the bytes. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/vector.h"
#include "lib/profile/own/format.h"
#include "lib/profile/own/write_bodies.h"

/* ---- Sections ---- */

static void flush(struct write_body *body)
{
	if (!body->n)
		return;
	writer_begin(&body->writer, body->kind);
	bytes_varint(&body->out, body->object);
	bytes_varint(&body->out, body->n);
	bytes_append(&body->out, &body->entries);
	writer_end(&body->writer);
	body->total += body->n;
	body->entries.n = body->n = 0;
}

/* Another entry of the object. Returns whether it is the first one of a section. */
static inline bool next(struct write_body *body, u32 object)
{
	if (body->object != object || body->n == FORMAT_CHUNK) {
		flush(body);
		body->object = object;
	}
	return !body->n++;
}

/* ---- Places ---- */

#define PLACE_MAX 64u /* more than an entry can have */
#define MEMORY	  (PMC_PLACE_LOAD | PMC_PLACE_STORE)
#define BRANCH	  (PMC_PLACE_COND | PMC_PLACE_JUMP | PMC_PLACE_CALL | PMC_PLACE_RETURN)
_Static_assert(FORMAT_PLACE_STORE / FORMAT_PLACE_LOAD == PMC_PLACE_STORE / PMC_PLACE_LOAD,
	       "the bits lie side by side in both");

/* Another thread than that of the place before. */
static u8 *put_thread(struct write_bodies *w, const struct place *at, u8 *to)
{
	expect_set(&w->expect, w->place_thread, w->expected);
	w->expected = expect_get(&w->expect, at->thread);
	if (at->thread > w->place_thread)
		w->place_end = w->place_address;
	return bytes_put_signed(to, (s64)at->thread - w->place_thread);
}

static inline unsigned first_of(const struct place *at)
{
	return at->length | (at->flags & MEMORY) * (FORMAT_PLACE_LOAD / PMC_PLACE_LOAD);
}

static inline unsigned kind_of(const struct place *at)
{
	return (at->flags >> FORMAT_PLACE_SHIFT) & FORMAT_PLACE_KIND;
}

static inline u8 *put_taken(const struct place *at, u8 *to)
{
	return bytes_put_varint(to, !at->taken			? 0 :
				    at->taken == at->executions ? 1 :
								  at->taken + 1);
}

static u8 *put_place(struct write_bodies *w, const struct place *at, u8 *bytes)
{
	unsigned more = kind_of(at), first = first_of(at);
	bool other = at->thread != w->place_thread;
	/* A place that is not expected here has a second byte. */
	u8 *to = bytes + 1 + (other || more || at->address != w->place_end);

	if (other) {
		more |= FORMAT_PLACE_THREAD;
		to = put_thread(w, at, bytes + 2);
	}
	if (at->address != w->place_end) {
		more |= FORMAT_PLACE_GAP;
		to = bytes_put_signed(to, (s64)(at->address - w->place_end));
	}
	if (at->executions != w->expected) {
		first |= FORMAT_PLACE_COUNT;
		to = bytes_put_signed(to, (s64)(at->executions - w->expected));
	}
	w->expected = at->executions;
	if (at->flags & PMC_PLACE_COND) {
		to = put_taken(at, to);
		w->expected -= at->taken;
	}
	bytes[0] = (u8)first;
	if (more) {
		bytes[0] |= FORMAT_PLACE_MORE;
		bytes[1] = (u8)more;
	}
	return to;
}

static void write_counted(struct write_bodies *w, const struct place *at)
{
	const struct pmc_profile *p = w->places.writer.p;
	const u64 *counts = model_row(p, at->row - 1) + MODEL_HEAD;
	size_t k;

	bytes_signed(&w->places.entries, (s64)at->thread - w->place_thread);
	bytes_varint(&w->places.entries, at->address - w->place_address);
	for (k = 0; k < p->n_events; k++)
		bytes_varint(&w->places.entries, counts[k]);
}

/* The row of a place that was written just now. */
static void write_row(struct write_bodies *w, const struct place *at)
{
	const struct pmc_profile *p = w->places.writer.p;
	const u64 *counts = p->modelled + (at->row - 1) * model_modelled(p);
	size_t number = w->places.total + w->places.n - 1, k;

	if (next(&w->rows, at->object))
		w->row_place = 0;
	bytes_varint(&w->rows.entries, number - w->row_place);
	for (k = 0; k < model_modelled(p); k++)
		bytes_varint(&w->rows.entries, counts[k]);
	w->row_place = number;
}

static void remember(struct write_bodies *w, const struct place *place)
{
	if (w->n_last && w->last[w->n_last - 1].thread == place->thread)
		return;
	if (w->n_last == w->last_room &&
	    vector_reserve(&w->last, &w->last_room, w->n_last + 1, sizeof(*w->last))) {
		w->failed = true;
		return;
	}
	w->last[w->n_last++] = (struct expect_edge){ place->thread, expect_from(place) };
}

static bool is_last(const struct write_bodies *w, const struct place *place)
{
	return w->last_address == place->address && w->last_object == place->object;
}

static void end_branch(struct write_bodies *w, const struct place *place)
{
	if (!is_last(w, place)) {
		w->n_last = w->at_last = 0;
		w->is_mixed = w->before_address == place->address &&
			      w->before_object == place->object;
		w->last_address = place->address;
		w->last_object = place->object;
	}
	if (!w->is_mixed)
		remember(w, place);
}

static inline void begin_place(struct write_bodies *w, const struct place *place)
{
	if (!next(&w->places, place->object))
		return;
	expect_begin(&w->expect);
	w->expected = 0;
	w->place_address = w->place_end = w->place_thread = 0;
}

static inline void end_place(struct write_bodies *w, const struct place *place)
{
	w->place_address = place->address;
	w->place_end = place->address + place->length;
	w->place_thread = place->thread;
	/* Edges look at the first place of their address and thread. */
	if (place->flags & BRANCH)
		end_branch(w, place);
	else if (is_last(w, place))
		w->is_mixed = true;
	w->before_address = place->address;
	w->before_object = place->object;
}

static void visit_exact(void *data, const struct place *place)
{
	struct write_bodies *w = data;
	u8 *to;

	begin_place(w, place);
	to = bytes_room(&w->places.entries, PLACE_MAX);
	if (to)
		bytes_end(&w->places.entries, put_place(w, place, to));
	if (place->row)
		write_row(w, place);
	end_place(w, place);
}

#define OTHER_MAX 32u /* more than such an entry can have */

/* The same place in other threads: each expects its address. */
static u8 *put_others(struct write_bodies *w, const struct place *at, const u32 *thread, size_t n,
		      u8 *to)
{
	unsigned first = first_of(at) | FORMAT_PLACE_MORE, kind = kind_of(at) | FORMAT_PLACE_THREAD;
	u64 behind = expect_behind(at);
	u32 before = at->thread;
	size_t i;

	expect_set(&w->expect, before, behind);
	for (i = 0; i < n; i++) {
		u64 expected = expect_get(&w->expect, thread[i]);
		u8 *bytes = to;

		to = bytes_put_signed(bytes + 2, (s64)thread[i] - before);
		bytes[0] = (u8)(at->executions == expected ? first : first | FORMAT_PLACE_COUNT);
		bytes[1] = (u8)kind;
		if (at->executions != expected)
			to = bytes_put_signed(to, (s64)(at->executions - expected));
		if (at->flags & PMC_PLACE_COND)
			to = put_taken(at, to);
		expect_set(&w->expect, thread[i], behind);
		before = thread[i];
	}
	w->place_thread = before;
	w->expected = behind;
	return to;
}

static void visit_others(void *data, const struct place *at, const u32 *thread, size_t n)
{
	struct write_bodies *w = data;
	struct place place = *at;
	bool fits = n <= FORMAT_CHUNK - w->places.n;
	u8 *to = fits ? bytes_room(&w->places.entries, n * OTHER_MAX) : NULL;
	size_t i;

	if (to) {
		bytes_end(&w->places.entries, put_others(w, at, thread, n, to));
		w->places.n += n;
	}
	for (i = 0; i < n; i++) {
		place.thread = thread[i];
		if (!fits)
			visit_exact(w, &place);
		else if (place.flags & BRANCH)
			end_branch(w, &place);
	}
}

static void visit_counted(void *data, const struct place *place)
{
	struct write_bodies *w = data;

	begin_place(w, place);
	write_counted(w, place);
	end_place(w, place);
}

/* ---- Places in a straight line ---- */

/* One by one, as a section ends in between. */
static void visit_line_singly(struct write_bodies *w, const struct line *line)
{
	struct place place = { .address = line->address, .object = line->object };
	size_t i, k;

	for (i = 0; i < line->n; i++) {
		place.length = line->what[i] & LINE_LENGTH;
		place.flags = line->what[i] >> LINE_FLAGS;
		for (k = 0; k < line->n_threads; k++) {
			place.thread = line->thread[k];
			place.executions = line->executions[k];
			visit_exact(w, &place);
		}
		place.address += place.length;
	}
}

#define IN_LINE_MAX 12u /* bytes of a place at most: two and a thread */

_Static_assert(FORMAT_PLACE_LOAD == PMC_PLACE_LOAD << LINE_FLAGS,
	       "what an instruction is says the first byte of its place");

/* Every place is expected: only lengths, flags and threads are told. */
static u8 *put_line(struct write_bodies *w, const struct line *line, u8 *to)
{
	u32 before = w->place_thread;
	size_t i, k;

	for (i = 0; i < line->n; i++) {
		u8 first = line->what[i];

		for (k = 0; k < line->n_threads; k++) {
			if (line->thread[k] == before) {
				*to++ = first;
				continue;
			}
			*to++ = first | FORMAT_PLACE_MORE;
			*to++ = FORMAT_PLACE_THREAD;
			to = bytes_put_signed(to, (s64)line->thread[k] - before);
			before = line->thread[k];
		}
	}
	if (before == w->place_thread)
		return to;
	expect_set(&w->expect, w->place_thread, w->expected);
	w->expected = expect_get(&w->expect, before);
	w->place_thread = before;
	return to;
}

static void visit_line(void *data, const struct line *line)
{
	struct write_bodies *w = data;
	size_t n = line->n * line->n_threads;
	bool alone = line->n_threads == 1 && line->thread[0] == w->place_thread;
	u8 *to;

	/* Nothing is expected of a thread whose place before is in another section. */
	if (w->places.n < line->n_before || n > FORMAT_CHUNK - w->places.n) {
		visit_line_singly(w, line);
		return;
	}
	to = bytes_room(&w->places.entries, alone ? n : n * IN_LINE_MAX);
	if (to && alone)
		memcpy(to, line->what, n);
	if (to)
		bytes_end(&w->places.entries, alone ? to + n : put_line(w, line, to));
	w->place_address = line->end - (line->what[line->n - 1] & LINE_LENGTH);
	w->place_end = line->end;
	w->before_address = w->place_address;
	w->places.n += n;
}

/* ---- Edges ---- */

#define EDGE_MAX 64u /* more than an entry can have, without inclusive counts */

/* How often an edge is taken if nothing else is said. Those of a place mostly come by thread. */
static u64 expected_of(struct write_bodies *w, const struct pmc_edge *edge)
{
	if (w->last_object != edge->from_object || w->last_address != edge->from)
		return 0;
	if (w->at_last >= w->n_last || w->last[w->at_last].thread > edge->thread)
		w->at_last = 0;
	while (w->at_last < w->n_last && w->last[w->at_last].thread < edge->thread)
		w->at_last++;
	return w->at_last < w->n_last && w->last[w->at_last].thread == edge->thread ?
		       w->last[w->at_last].count :
		       0;
}

static void write_edge(struct write_bodies *w, const struct pmc_edge *edge)
{
	size_t n_events = w->edges.writer.p->n_events, k;
	bool away = edge->to_object != edge->from_object;
	u64 expected = expected_of(w, edge);
	struct bytes *out = &w->edges.entries;
	u8 *bytes = bytes_room(out, EDGE_MAX), *to = bytes + 1;

	if (!bytes)
		return;
	bytes[0] = (u8)edge->kind;
	bytes[0] |= edge->thread != w->edge_thread ? FORMAT_EDGE_THREAD : 0;
	bytes[0] |= edge->from != w->edge_from ? FORMAT_EDGE_FROM : 0;
	bytes[0] |= away ? FORMAT_EDGE_OBJECT : 0;
	bytes[0] |= edge->inclusive ? FORMAT_EDGE_INCLUSIVE : 0;
	bytes[0] |= edge->count != expected ? FORMAT_EDGE_COUNT : 0;
	if (edge->thread != w->edge_thread)
		to = bytes_put_signed(to, (s64)edge->thread - w->edge_thread);
	if (edge->from != w->edge_from)
		to = bytes_put_varint(to, edge->from - w->edge_from);
	if (away)
		to = bytes_put_varint(to, edge->to_object == UINT_MAX ? 0 : edge->to_object + 1ull);
	to = bytes_put_signed(to, (s64)(edge->to - (away ? w->edge_away : edge->from)));
	if (edge->count != expected)
		to = bytes_put_varint(to, edge->count);
	bytes_end(out, to);
	for (k = 0; edge->inclusive && k < n_events; k++)
		bytes_varint(out, edge->inclusive[k]);
	if (away)
		w->edge_away = edge->to;
}

static void visit_edge(void *data, const struct pmc_edge *edge)
{
	struct write_bodies *w = data;

	if (next(&w->edges, edge->from_object))
		w->edge_from = w->edge_away = w->edge_thread = 0;
	write_edge(w, edge);
	w->edge_from = edge->from;
	w->edge_thread = edge->thread;
}

/* ---- From the beginning to the end ---- */

static void init(struct write_body *body, const struct pmc_profile *p, const struct crc *crc,
		 u32 kind)
{
	body->kind = kind;
	body->writer = (struct writer){ .p = p, .out = &body->out, .crc = crc };
}

void write_bodies_init(struct write_bodies *w, const struct pmc_profile *p, const struct crc *crc)
{
	memset(w, 0, sizeof(*w));
	w->visitor = (struct visitor){
		w,
		p->derived ? visit_exact : visit_counted,
		visit_edge,
		p->derived ? visit_line : NULL,
		p->derived ? visit_others : NULL,
	};
	init(&w->places, p, crc, FORMAT_PLACES);
	init(&w->rows, p, crc, FORMAT_MODELLED);
	init(&w->edges, p, crc, FORMAT_EDGES);
	w->failed = expect_init(&w->expect, p->n_threads);
	w->visitor.data = w;
	w->before_object = w->last_object = UINT32_MAX;
}

void write_bodies_end(struct write_bodies *w)
{
	flush(&w->places);
	flush(&w->rows);
	flush(&w->edges);
	w->places.out.failed |= w->failed || w->places.entries.failed;
	w->rows.out.failed |= w->rows.entries.failed;
	w->edges.out.failed |= w->edges.entries.failed;
}

void write_bodies_deinit(struct write_bodies *w)
{
	bytes_deinit(&w->places.out);
	bytes_deinit(&w->places.entries);
	bytes_deinit(&w->rows.out);
	bytes_deinit(&w->rows.entries);
	bytes_deinit(&w->edges.out);
	bytes_deinit(&w->edges.entries);
	expect_deinit(&w->expect);
	free(w->last);
}
