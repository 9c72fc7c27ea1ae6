/* SPDX-License-Identifier: BSD-2-Clause */
/* The public walk over a profile. */
#include <errno.h>
#include <pmc/profile.h>

#include "lib/profile/import/segments.h"
#include "lib/profile/model/model.h"

void pmc_profile_close(struct pmc_profile *profile)
{
	model_destroy(profile);
}

void pmc_profile_info(const struct pmc_profile *p, struct pmc_profile_info *info)
{
	(void)model_need(p);
	*info = (struct pmc_profile_info){
		.format = p->format,
		.quality = p->quality,
		.command = p->command,
		.events = p->n_events,
		.objects = p->n_objects,
		.processes = p->n_processes,
		.threads = p->n_threads,
		.places = p->n_places,
		.edges = p->n_edges,
		.stacks = p->stacks.n_stacks,
		.symbols = p->n_symbols,
		.notes = p->n_notes,
	};
}

int pmc_profile_event_at(const struct pmc_profile *p, size_t i, struct pmc_profile_event *event)
{
	if (model_need(p))
		return -ENOMEM;
	if (i >= p->n_events)
		return -ENOENT;
	*event = p->events[i];
	return 0;
}

int pmc_profile_object_at(const struct pmc_profile *p, size_t i, struct pmc_profile_object *object)
{
	if (i >= p->n_objects)
		return -ENOENT;
	*object = p->objects[i];
	return 0;
}

int pmc_profile_process_at(const struct pmc_profile *p, size_t i,
			   struct pmc_profile_process *process)
{
	if (i >= p->n_processes)
		return -ENOENT;
	*process = p->processes[i];
	return 0;
}

int pmc_profile_thread_at(const struct pmc_profile *p, size_t i, struct pmc_profile_thread *thread)
{
	if (i >= p->n_threads)
		return -ENOENT;
	*thread = p->threads[i];
	return 0;
}

/* Place i, and of it what counts do not tell. */
static inline int where_at(const struct pmc_profile *p, size_t i, struct place *at,
			   struct pmc_place *place)
{
	if (model_need(p))
		return -ENOMEM;
	if (i >= p->n_places)
		return -ENOENT;
	*at = model_place(p, i);
	place->object = at->object;
	place->thread = at->thread;
	place->address = at->address;
	place->length = at->length;
	place->flags = at->flags;
	return 0;
}

int pmc_profile_where_at(const struct pmc_profile *p, size_t i, struct pmc_place *place)
{
	struct place at;

	return where_at(p, i, &at, place);
}

int pmc_profile_place_at(const struct pmc_profile *p, size_t i, struct pmc_place *place)
{
	struct place at;
	int error = where_at(p, i, &at, place);

	if (error)
		return error;
	place->executions = at.executions;
	place->taken = at.taken;
	model_counts(p, i, place->counts);
	return 0;
}

static inline bool belongs(const struct place *at, const struct place *from, u64 last,
			   int same_thread)
{
	return at->object == from->object && at->address <= last &&
	       (!same_thread || at->thread == from->thread);
}

/* Where the places end that belong to the first one. */
static size_t find_end(const struct pmc_profile *p, size_t first, u64 last, int same_thread)
{
	struct place from, at;
	size_t end = first;

	if (p->derived) {
		const struct place *place = &p->places[first], *behind = &p->places[p->n_places];

		while (place < behind && belongs(place, &p->places[first], last, same_thread))
			place++;
		return (size_t)(place - p->places);
	}
	from = model_place(p, first);
	for (; end < p->n_places; end++) {
		at = model_place(p, end);
		if (!belongs(&at, &from, last, same_thread))
			break;
	}
	return end;
}

/* Do places of a summary stand for some behind the last address? */
static bool reach_over(const struct pmc_profile *p, size_t first, size_t end, u64 last)
{
	for (; p->extents && first < end; first++)
		if (p->places[first].address + p->extents[first] > last)
			return true;
	return false;
}

size_t pmc_profile_sum(const struct pmc_profile *p, size_t first, uint64_t last, int same_thread,
		       const unsigned *events, size_t n, uint64_t *sums)
{
	size_t end, k;

	if (model_need(p) || first >= p->n_places)
		return first;
	end = find_end(p, first, last, same_thread);
	if (reach_over(p, first, end, last))
		return SIZE_MAX;
	for (k = 0; k < n; k++)
		if (events[k] < p->n_events)
			sums[k] += model_sum(p, first, end, events[k]);
	return end;
}

int pmc_profile_edge_at(const struct pmc_profile *p, size_t i, struct pmc_edge *edge)
{
	if (model_need(p))
		return -ENOMEM;
	if (i >= p->n_edges)
		return -ENOENT;
	*edge = p->edges[i];
	return 0;
}

int pmc_profile_symbol_at(const struct pmc_profile *p, size_t i, struct pmc_profile_symbol *symbol)
{
	if (i >= p->n_symbols)
		return -ENOENT;
	*symbol = p->symbols[i];
	return 0;
}

int pmc_profile_note_at(const struct pmc_profile *p, size_t i, struct pmc_note *note)
{
	if (i >= p->n_notes)
		return -ENOENT;
	*note = p->notes[i];
	return 0;
}

/* The last piece of code that begins at the address or before it; -1: none. */
static s64 find_code(const struct pmc_profile *p, unsigned object, u64 address)
{
	size_t low = 0, high = p->n_code, middle;

	while (low < high) {
		const struct code *at = &p->code[middle = low + (high - low) / 2];

		if (at->object < object || (at->object == object && at->address <= address))
			low = middle + 1;
		else
			high = middle;
	}
	return (s64)low - 1;
}

size_t pmc_profile_code(const struct pmc_profile *p, unsigned object, uint64_t address, void *bytes,
			size_t n)
{
	s64 i = find_code(p, object, address);
	size_t got = 0;

	for (; i >= 0 && (size_t)i < p->n_code && got < n; i++) {
		const struct code *at = &p->code[i];
		u64 skip = address + got - at->address, part;

		if (at->object != object || address + got < at->address || skip >= at->size)
			break;
		part = at->size - skip < n - got ? at->size - skip : n - got;
		memcpy((u8 *)bytes + got, at->bytes + skip, (size_t)part);
		got += (size_t)part;
	}
	return got;
}

int pmc_profile_segments(const char *path, struct pmc_segment *segments, size_t n)
{
	struct segments all;
	size_t i;

	segments_read(&all, path);
	for (i = 0; i < all.n && i < n; i++)
		segments[i] = all.segment[i];
	return (int)i;
}
