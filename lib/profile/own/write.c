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
#include "lib/profile/own/format.h"
#include "lib/profile/own/write.h"
#include "lib/profile/own/write_bodies.h"
#include "lib/profile/own/write_stacks.h"
#include "lib/profile/own/writer.h"

static void write_info(struct writer *w, const struct write_bodies *bodies)
{
	const struct pmc_profile *p = w->p;

	writer_begin(w, FORMAT_INFO);
	bytes_byte(w->out, p->derived ? 1 : 0);
	bytes_varint(w->out, p->n_objects);
	bytes_varint(w->out, p->n_processes);
	bytes_varint(w->out, p->n_threads);
	bytes_varint(w->out, p->n_notes);
	bytes_varint(w->out, bodies->places.total);
	bytes_varint(w->out, bodies->edges.total);
	bytes_varint(w->out, p->stacks.n_stacks);
	bytes_varint(w->out, p->n_symbols);
	bytes_varint(w->out, p->n_code);
	bytes_text(w->out, p->command);
	writer_end(w);
}

static void write_events(struct writer *w)
{
	const struct pmc_profile *p = w->p;
	size_t first = p->derived ? p->exact.n : 0, i;

	writer_begin(w, FORMAT_EVENTS);
	bytes_varint(w->out, p->n_events - first);
	if (p->derived)
		bytes_varint(w->out, p->n_rows);
	for (i = first; i < p->n_events; i++) {
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

/* How many entries from i on, of n, make up one section: those of one object, not too many. */
#define CHUNK(entries, field, i, n, end)                                                          \
	for (end = i;                                                                             \
	     end < (n) && end - (i) < FORMAT_CHUNK && (entries)[end].field == (entries)[i].field; \
	     end++)                                                                               \
		;

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

/* The sections that stand before places and edges, and tell how many of them there are. */
static void write_heads(struct writer *w, const struct write_bodies *bodies)
{
	bytes_add(w->out, FORMAT_MAGIC, FORMAT_MAGIC_SIZE);
	bytes_u32(w->out, FORMAT_VERSION);
	bytes_u32(w->out, 0);
	write_info(w, bodies);
	if (!w->p->derived || model_modelled(w->p))
		write_events(w);
	write_objects(w);
	write_tasks(w);
	write_notes(w);
}

static void move(struct bytes *to, struct bytes *from)
{
	*to = *from;
	*from = (struct bytes){ 0 };
}

void write_parts(const struct pmc_profile *p, struct bytes parts[WRITE_PARTS])
{
	struct write_bodies bodies;
	struct crc crc;
	struct writer w = { .p = p, .out = &parts[0], .crc = &crc };

	crc_init(&crc);
	write_bodies_init(&bodies, p, &crc);
	if (!bodies.failed)
		model_walk(p, &bodies.visitor);
	write_bodies_end(&bodies);
	write_heads(&w, &bodies);
	move(&parts[1], &bodies.places.out);
	move(&parts[2], &bodies.rows.out);
	move(&parts[3], &bodies.edges.out);
	w.out = &parts[4];
	write_stacks(&w);
	write_symbols(&w);
	write_code(&w);
	writer_begin(&w, FORMAT_END);
	writer_end(&w);
	write_bodies_deinit(&bodies);
}

void write_profile(const struct pmc_profile *p, struct bytes *out)
{
	struct bytes parts[WRITE_PARTS] = { 0 };
	unsigned i;

	write_parts(p, parts);
	for (i = 0; i < WRITE_PARTS; i++) {
		bytes_append(out, &parts[i]);
		bytes_deinit(&parts[i]);
	}
}
