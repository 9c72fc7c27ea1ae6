/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * See read_heads.h. A number of entries is believed when the section is long enough for so many, so
 * that a short file never asks for much memory.
 */
#include <errno.h>
#include <limits.h>
#include <stdio.h>

#include "lib/profile/model/model.h"
#include "lib/profile/own/read_heads.h"
#include "lib/profile/own/reader.h"

/* Room for n entries of at least `least` bytes each; NULL: too many (in->bad), or no memory. */
static void *room(struct reader *r, struct cursor *in, u64 n, size_t least, size_t size)
{
	size_t all;

	if (n > (u64)(in->end - in->at) / least || n > INT_MAX) {
		in->bad = true;
		return NULL;
	}
	if (__builtin_mul_overflow((size_t)n, size, &all))
		return NULL;
	return arena_alloc(&r->p->arena, all);
}

int read_info(struct reader *r, struct cursor *in)
{
	struct pmc_profile *p = r->p;
	u8 derived = cursor_byte(in);
	u64 n[4];
	unsigned i;

	for (i = 0; i < 4; i++) {
		n[i] = cursor_varint(in);
		if (n[i] > INT_MAX)
			in->bad = true;
	}
	r->said.places = cursor_varint(in);
	r->said.edges = cursor_varint(in);
	r->said.stacks = cursor_varint(in);
	r->said.symbols = cursor_varint(in);
	r->said.code = cursor_varint(in);
	p->command = cursor_text(in);
	if (derived > 1)
		in->bad = true;
	if (in->bad)
		return 0;
	p->n_objects = (size_t)n[0];
	p->n_processes = (size_t)n[1];
	p->n_threads = (size_t)n[2];
	r->n_notes = (size_t)n[3];
	return derived ? model_set_derived(p) : 0;
}

int read_events(struct reader *r, struct cursor *in)
{
	struct pmc_profile *p = r->p;
	u64 n = cursor_varint(in);
	struct pmc_profile_event *events;
	size_t i;

	r->said.rows = p->derived ? cursor_varint(in) : 0;
	if (p->n_events > PMC_PROFILE_EVENTS || n > PMC_PROFILE_EVENTS - p->n_events) {
		in->bad = true;
		return 0;
	}
	events = room(r, in, n, 5, sizeof(*events));
	if (!events)
		return in->bad ? 0 : -ENOMEM;
	for (i = 0; i < n; i++) {
		u8 quality = cursor_byte(in);

		if (!pmc_quality_name(quality))
			in->bad = true;
		events[i].quality = quality;
		events[i].period = cursor_varint(in);
		events[i].samples = cursor_varint(in);
		events[i].name = cursor_text(in);
	}
	if (p->derived)
		return model_add_modelled(p, events, (size_t)n);
	p->events = events;
	p->n_events = (size_t)n;
	return 0;
}

int read_objects(struct reader *r, struct cursor *in)
{
	struct pmc_profile *p = r->p;
	size_t i;

	p->objects = room(r, in, p->n_objects, 5, sizeof(*p->objects));
	if (!p->objects)
		return in->bad ? 0 : -ENOMEM;
	for (i = 0; i < p->n_objects && !in->bad; i++) {
		struct pmc_profile_object *o = &p->objects[i];
		u8 kind = cursor_byte(in);
		u64 process = cursor_varint(in), size = cursor_varint(in);

		if (kind > PMC_OBJECT_UNKNOWN || process > p->n_processes || size > 255)
			in->bad = true;
		o->kind = kind;
		o->process = process ? (unsigned)process - 1 : UINT_MAX;
		o->build_id = cursor_bytes(in, size);
		if (!size)
			o->build_id = NULL;
		o->build_id_size = (unsigned)size;
		o->path = cursor_text(in);
	}
	return 0;
}

int read_tasks(struct reader *r, struct cursor *in)
{
	struct pmc_profile *p = r->p;
	size_t i;

	p->processes = room(r, in, p->n_processes, 3, sizeof(*p->processes));
	p->threads = room(r, in, p->n_threads, 3, sizeof(*p->threads));
	if (!p->processes || !p->threads)
		return in->bad ? 0 : -ENOMEM;
	for (i = 0; i < p->n_processes; i++) {
		u64 parent = cursor_varint(in);

		if (parent > i)
			in->bad = true;
		p->processes[i].parent = parent ? (unsigned)parent - 1 : UINT_MAX;
		p->processes[i].comm = cursor_text(in);
	}
	for (i = 0; i < p->n_threads; i++) {
		u64 process = cursor_varint(in);

		if (process >= p->n_processes)
			in->bad = true;
		p->threads[i].process = (unsigned)process;
		p->threads[i].comm = cursor_text(in);
	}
	return 0;
}

int read_pids(struct reader *r, struct cursor *in)
{
	struct pmc_profile *p = r->p;
	size_t i;

	for (i = 0; i < p->n_processes; i++) {
		p->processes[i].pid = (pid_t)cursor_u32(in);
		p->processes[i].ppid = (pid_t)cursor_u32(in);
	}
	for (i = 0; i < p->n_threads; i++)
		p->threads[i].tid = (pid_t)cursor_u32(in);
	p->notes = room(r, in, r->n_notes, 4, sizeof(*p->notes));
	if (!p->notes)
		return in->bad ? 0 : -ENOMEM;
	for (i = 0; i < r->n_notes; i++)
		p->notes[i].pid = (pid_t)cursor_u32(in);
	return 0;
}

int read_notes(struct reader *r, struct cursor *in)
{
	struct pmc_profile *p = r->p;
	size_t i;

	for (i = 0; i < r->n_notes && !in->bad; i++) {
		u8 kind = cursor_byte(in);

		if (kind > PMC_NOTE_SURVIVOR && kind != PMC_NOTE_ORIGIN)
			in->bad = true;
		p->notes[i].kind = kind;
		snprintf(p->notes[i].text, sizeof(p->notes[i].text), "%s", cursor_text(in));
	}
	p->n_notes = r->n_notes;
	return 0;
}
