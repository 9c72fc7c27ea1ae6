/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A profile → the bytes of a file, section by section. Everything is written in the order that the
 * profile has, so equal profiles give equal bytes; process numbers stand in a section of their own,
 * in numbers of a fixed size.
 */
#include <limits.h>
#include <stdlib.h>

#include "lib/profile/model/model.h"
#include "lib/profile/own/bytes.h"
#include "lib/profile/own/crc.h"
#include "lib/profile/own/expect.h"
#include "lib/profile/own/format.h"
#include "lib/profile/own/write.h"
#include "lib/profile/own/write_stacks.h"
#include "lib/profile/own/writer.h"

static void write_info(struct writer *w)
{
	const struct pmc_profile *p = w->p;

	writer_begin(w, FORMAT_INFO);
	bytes_byte(w->out, p->derived ? 1 : 0);
	bytes_varint(w->out, p->n_objects);
	bytes_varint(w->out, p->n_processes);
	bytes_varint(w->out, p->n_threads);
	bytes_varint(w->out, p->n_notes);
	bytes_varint(w->out, p->n_places);
	bytes_varint(w->out, p->n_edges);
	bytes_varint(w->out, p->n_stacks);
	bytes_varint(w->out, p->n_symbols);
	bytes_varint(w->out, p->n_code);
	bytes_text(w->out, p->command);
	writer_end(w);
}

static void write_events(struct writer *w)
{
	const struct pmc_profile *p = w->p;
	size_t i;

	writer_begin(w, FORMAT_EVENTS);
	bytes_varint(w->out, p->n_events);
	for (i = 0; i < p->n_events; i++) {
		bytes_byte(w->out, (u8)p->events[i].quality);
		bytes_varint(w->out, p->events[i].period);
		bytes_varint(w->out, p->events[i].samples);
		bytes_text(w->out, p->events[i].name);
	}
	writer_end(w);
}

static void write_objects(struct writer *w)
{
	const struct pmc_profile *p = w->p;
	size_t i;

	writer_begin(w, FORMAT_OBJECT);
	for (i = 0; i < p->n_objects; i++) {
		const struct pmc_profile_object *o = &p->objects[i];

		bytes_byte(w->out, (u8)o->kind);
		bytes_varint(w->out, o->process == UINT_MAX ? 0 : o->process + 1ull);
		bytes_varint(w->out, o->build_id_size);
		bytes_add(w->out, o->build_id, o->build_id_size);
		bytes_text(w->out, o->path);
	}
	writer_end(w);
}

static void write_tasks(struct writer *w)
{
	const struct pmc_profile *p = w->p;
	size_t i;

	writer_begin(w, FORMAT_TASKS);
	for (i = 0; i < p->n_processes; i++) {
		u64 parent = p->processes[i].parent;

		bytes_varint(w->out, parent == UINT_MAX ? 0 : parent + 1);
		bytes_text(w->out, p->processes[i].comm);
	}
	for (i = 0; i < p->n_threads; i++) {
		bytes_varint(w->out, p->threads[i].process);
		bytes_text(w->out, p->threads[i].comm);
	}
	writer_end(w);
	writer_begin(w, FORMAT_PIDS);
	for (i = 0; i < p->n_processes; i++) {
		bytes_u32(w->out, (u32)p->processes[i].pid);
		bytes_u32(w->out, (u32)p->processes[i].ppid);
	}
	for (i = 0; i < p->n_threads; i++)
		bytes_u32(w->out, (u32)p->threads[i].tid);
	for (i = 0; i < p->n_notes; i++)
		bytes_u32(w->out, (u32)p->notes[i].pid);
	writer_end(w);
}

static void write_notes(struct writer *w)
{
	const struct pmc_profile *p = w->p;
	size_t i;

	writer_begin(w, FORMAT_NOTES);
	for (i = 0; i < p->n_notes; i++) {
		bytes_byte(w->out, (u8)p->notes[i].kind);
		bytes_text(w->out, p->notes[i].text);
	}
	writer_end(w);
}

/* ---- Places ---- */

/* What stands before the place. */
struct before {
	u64 address, end;
	u32 thread;
};

static void write_place(struct writer *w, const struct place *at, struct before *before)
{
	bool other = at->thread != before->thread;
	u64 start = other && at->thread > before->thread ? before->address : before->end;
	u64 expected = expect_get(&w->expect, at->thread);
	unsigned first = at->length;
	unsigned more = (at->flags >> FORMAT_PLACE_SHIFT) & FORMAT_PLACE_KIND;
	u8 bytes[64], *to = bytes;

	first |= at->flags & PMC_PLACE_LOAD ? FORMAT_PLACE_LOAD : 0;
	first |= at->flags & PMC_PLACE_STORE ? FORMAT_PLACE_STORE : 0;
	first |= at->executions != expected ? FORMAT_PLACE_COUNT : 0;
	more |= at->address != start ? FORMAT_PLACE_GAP : 0;
	more |= other ? FORMAT_PLACE_THREAD : 0;
	*to++ = (u8)(first | (more ? FORMAT_PLACE_MORE : 0));
	if (more)
		*to++ = (u8)more;
	if (other)
		to = bytes_put_signed(to, (s64)at->thread - before->thread);
	if (at->address != start)
		to = bytes_put_signed(to, (s64)(at->address - start));
	if (at->executions != expected)
		to = bytes_put_signed(to, (s64)(at->executions - expected));
	if (at->flags & PMC_PLACE_COND)
		to = bytes_put_varint(to, !at->taken		      ? 0 :
					  at->taken == at->executions ? 1 :
									at->taken + 1);
	bytes_add(w->out, bytes, (size_t)(to - bytes));
	expect_set(&w->expect, at->thread, expect_behind(at));
	*before = (struct before){ at->address, at->address + at->length, at->thread };
}

static void write_counted(struct writer *w, size_t i, struct before *before)
{
	const struct place *at = &w->p->places[i];
	size_t k;

	bytes_signed(w->out, (s64)at->thread - before->thread);
	bytes_varint(w->out, at->address - before->address);
	for (k = 0; k < w->p->n_events; k++)
		bytes_varint(w->out, w->p->counts[i * w->p->n_events + k]);
	*before = (struct before){ at->address, at->address, at->thread };
}

/* How many entries from i on, of n, make up one section: those of one object, not too many. */
#define CHUNK(entries, field, i, n, end)                                                          \
	for (end = i;                                                                             \
	     end < (n) && end - (i) < FORMAT_CHUNK && (entries)[end].field == (entries)[i].field; \
	     end++)                                                                               \
		;

static void write_places(struct writer *w)
{
	const struct pmc_profile *p = w->p;
	size_t i, end;

	for (i = 0; i < p->n_places;) {
		struct before before = { 0 };

		CHUNK(p->places, object, i, p->n_places, end)
		expect_begin(&w->expect);
		writer_begin(w, FORMAT_PLACES);
		bytes_varint(w->out, p->places[i].object);
		bytes_varint(w->out, end - i);
		for (; i < end; i++)
			if (p->derived)
				write_place(w, &p->places[i], &before);
			else
				write_counted(w, i, &before);
		writer_end(w);
	}
}

/* ---- Edges ---- */

struct edge_before {
	u64 from, away; /* away: the last target in another object */
	u32 thread;
};

static void write_edge(struct writer *w, const struct pmc_edge *edge, struct edge_before *before)
{
	bool away = edge->to_object != edge->from_object;
	u64 expected = expect_edge(w->p, &w->at, edge);
	unsigned first = edge->kind;
	size_t k;

	first |= edge->thread != before->thread ? FORMAT_EDGE_THREAD : 0;
	first |= edge->from != before->from ? FORMAT_EDGE_FROM : 0;
	first |= away ? FORMAT_EDGE_OBJECT : 0;
	first |= edge->inclusive ? FORMAT_EDGE_INCLUSIVE : 0;
	first |= edge->count != expected ? FORMAT_EDGE_COUNT : 0;
	bytes_byte(w->out, (u8)first);
	if (edge->thread != before->thread)
		bytes_signed(w->out, (s64)edge->thread - before->thread);
	if (edge->from != before->from)
		bytes_varint(w->out, edge->from - before->from);
	if (away)
		bytes_varint(w->out, edge->to_object == UINT_MAX ? 0 : edge->to_object + 1ull);
	bytes_signed(w->out, (s64)(edge->to - (away ? before->away : edge->from)));
	if (edge->count != expected)
		bytes_varint(w->out, edge->count);
	for (k = 0; edge->inclusive && k < w->p->n_events; k++)
		bytes_varint(w->out, edge->inclusive[k]);
	before->thread = edge->thread;
	before->from = edge->from;
	if (away)
		before->away = edge->to;
}

static void write_edges(struct writer *w)
{
	const struct pmc_profile *p = w->p;
	size_t i, end;

	for (i = 0; i < p->n_edges;) {
		struct edge_before before = { 0 };

		CHUNK(p->edges, from_object, i, p->n_edges, end)
		writer_begin(w, FORMAT_EDGES);
		bytes_varint(w->out, p->edges[i].from_object);
		bytes_varint(w->out, end - i);
		for (; i < end; i++)
			write_edge(w, &p->edges[i], &before);
		writer_end(w);
	}
}

/* ---- Symbols and code ---- */

static void write_symbols(struct writer *w)
{
	const struct pmc_profile *p = w->p;
	size_t i, end;

	for (i = 0; i < p->n_symbols;) {
		u64 before = 0;

		CHUNK(p->symbols, object, i, p->n_symbols, end)
		writer_begin(w, FORMAT_SYMBOL);
		bytes_varint(w->out, p->symbols[i].object);
		bytes_varint(w->out, end - i);
		for (; i < end; i++) {
			const struct pmc_profile_symbol *s = &p->symbols[i];

			bytes_varint(w->out, s->address - before);
			bytes_varint(w->out, s->size);
			bytes_varint(w->out, s->line);
			bytes_text(w->out, s->name);
			bytes_text(w->out, s->file ? s->file : "");
			before = s->address;
		}
		writer_end(w);
	}
}

static void write_code(struct writer *w)
{
	const struct pmc_profile *p = w->p;
	size_t i;

	for (i = 0; i < p->n_code; i++) {
		writer_begin(w, FORMAT_CODE);
		bytes_varint(w->out, p->code[i].object);
		bytes_varint(w->out, p->code[i].address);
		bytes_add(w->out, p->code[i].bytes, p->code[i].size);
		writer_end(w);
	}
}

void write_profile(const struct pmc_profile *p, struct bytes *out)
{
	struct writer w = { .p = p, .out = out };

	crc_init(&w.crc);
	if (expect_init(&w.expect, p->n_threads)) {
		out->failed = true;
		return;
	}
	bytes_add(out, FORMAT_MAGIC, FORMAT_MAGIC_SIZE);
	bytes_u32(out, FORMAT_VERSION);
	bytes_u32(out, 0);
	write_info(&w);
	if (!p->derived)
		write_events(&w);
	write_objects(&w);
	write_tasks(&w);
	write_notes(&w);
	write_places(&w);
	write_edges(&w);
	write_stacks(&w);
	write_symbols(&w);
	write_code(&w);
	writer_begin(&w, FORMAT_END);
	writer_end(&w);
	expect_deinit(&w.expect);
}
