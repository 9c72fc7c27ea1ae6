/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * github.com/google/pprof, proto/profile.proto: samples refer to locations, these to mappings,
 * functions and lines, and all texts stand in one table. Each object gets addresses of its own, so
 * that no two mappings overlap.
 */
#include "cli/script/pprof.h"

#include "cli/profile/frame.h"
#include "cli/profile/functions.h"
#include "cli/profile/names.h"
#include "cli/script/buffer.h"
#include "cli/script/gzip.h"
#include "cli/script/job.h"
#include "cli/ui/complain.h"
#include "cli/ui/status.h"

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Fields of the messages. */
enum {
	PROFILE_TYPE = 1,
	PROFILE_SAMPLE,
	PROFILE_MAPPING,
	PROFILE_LOCATION,
	PROFILE_FUNCTION,
	PROFILE_STRING,
	PROFILE_DEFAULT_TYPE = 14
};
enum { TYPE_TYPE = 1, TYPE_UNIT };
enum { SAMPLE_LOCATION = 1, SAMPLE_VALUE };
enum {
	MAPPING_ID = 1,
	MAPPING_START,
	MAPPING_LIMIT,
	MAPPING_OFFSET,
	MAPPING_FILE,
	MAPPING_BUILD_ID,
	MAPPING_FUNCTIONS,
	MAPPING_FILES,
	MAPPING_LINES,
	MAPPING_INLINES
};
enum { LOCATION_ID = 1, LOCATION_MAPPING, LOCATION_ADDRESS, LOCATION_LINE };
enum { LINE_FUNCTION = 1, LINE_LINE };
enum { FUNCTION_ID = 1, FUNCTION_NAME, FUNCTION_SYSTEM_NAME, FUNCTION_FILE };

#define INLINES	  16
#define SEGMENTS  32
#define PAGE_MASK 0xfffull

struct location {
	unsigned object;
	uint64_t address;
	const char *name; /* of frames that have one */
};

/* Where an object is: its own addresses and more, which `base` is added to. */
struct range {
	uint64_t base, start, end, offset; /* offset in the file of start */
	bool used;
};

struct writer {
	const struct script_job *job;
	struct buffer out, part, inner;
	struct names texts;	/* number 0 is "" */
	struct names functions; /* "name\1file" */
	struct range *range;	/* of each object */
	struct location *location;
	size_t n, room;
	bool failed;
};

static uint64_t text(struct writer *w, const char *s)
{
	unsigned number = names_add(&w->texts, s);

	if (number == NAME_NONE)
		w->failed = true;
	return number;
}

/* Closes the message in `part` as a field of the profile. */
static void end_part(struct writer *w, unsigned field)
{
	buffer_bytes(&w->out, field, w->part.data, w->part.n);
	w->part.n = 0;
}

/* ---- Locations ---- */

static int compare(const void *a, const void *b)
{
	const struct location *x = a, *y = b;

	if (x->object != y->object)
		return x->object < y->object ? -1 : 1;
	if (x->address != y->address)
		return x->address < y->address ? -1 : 1;
	return 0;
}

static int add_location(struct writer *w, struct location location)
{
	size_t room = w->room ? 2 * w->room : 1024;
	struct location *more;

	if (w->n == w->room) {
		more = realloc(w->location, room * sizeof(*more));
		if (!more)
			return -1;
		w->location = more;
		w->room = room;
	}
	w->location[w->n++] = location;
	return 0;
}

/* Adds the frames that a stack does not have in common with the one before. */
static int add_frames(struct writer *w, const struct pmc_stack *stack, size_t common)
{
	size_t k;

	for (k = 0; k < stack->n - common; k++)
		if (add_location(w, (struct location){ stack->frames[k].object,
						       frame_address(&stack->frames[k], !k),
						       stack->frames[k].name }))
			return -1;
	return 0;
}

static int collect_frames(struct writer *w)
{
	struct pmc_stack_walk *walk;
	struct pmc_stack stack;
	size_t common;
	int err = pmc_stack_walk_create(w->job->profile, &walk);

	if (err)
		return -1;
	while (!err) {
		err = pmc_stack_walk_next(walk, &stack, &common);
		if (!err)
			err = add_frames(w, &stack, common);
	}
	pmc_stack_walk_destroy(walk);
	return err == -ENOENT ? 0 : -1;
}

/* All frames, or places if there are none, each once, in order. Their numbers in the file are their
 * indices + 1. */
static int collect(struct writer *w)
{
	struct pmc_place place;
	size_t i, n = 0;

	if (collect_frames(w))
		return -1;
	for (i = 0; !w->job->info.stacks && !pmc_profile_where_at(w->job->profile, i, &place); i++)
		if (add_location(w, (struct location){ place.object, place.address, NULL }))
			return -1;
	if (w->n)
		qsort(w->location, w->n, sizeof(*w->location), compare);
	for (i = 0; i < w->n; i++)
		if (!n || compare(&w->location[n - 1], &w->location[i]))
			w->location[n++] = w->location[i];
	w->n = n;
	return 0;
}

static uint64_t number_of(const struct writer *w, unsigned object, uint64_t address)
{
	struct location key = { object, address, NULL };
	const struct location *found = bsearch(&key, w->location, w->n, sizeof(*w->location),
					       compare);

	return found ? (uint64_t)(found - w->location) + 1 : 0;
}

/* The number of a function, which is written when it is new. */
static uint64_t function(struct writer *w, const char *name, const char *file)
{
	unsigned before = w->functions.n, number;
	char key[2048];

	snprintf(key, sizeof(key), "%s\1%s", name, file);
	number = names_add(&w->functions, key);
	if (number == NAME_NONE) {
		w->failed = true;
		return 0;
	}
	if (w->functions.n > before) {
		struct buffer message = { 0 };

		buffer_number(&message, FUNCTION_ID, number + 1ull);
		buffer_number(&message, FUNCTION_NAME, text(w, name));
		buffer_number(&message, FUNCTION_SYSTEM_NAME, text(w, name));
		buffer_number(&message, FUNCTION_FILE, text(w, file));
		buffer_bytes(&w->out, PROFILE_FUNCTION, message.data, message.n);
		w->failed |= message.failed;
		buffer_deinit(&message);
	}
	return number + 1ull;
}

static void put_line(struct writer *w, const char *name, const char *file, unsigned line)
{
	uint64_t number = function(w, name, file ? file : "");

	w->inner.n = 0;
	buffer_number(&w->inner, LINE_FUNCTION, number);
	if (line)
		buffer_number(&w->inner, LINE_LINE, line);
	buffer_bytes(&w->part, LOCATION_LINE, w->inner.data, w->inner.n);
}

static void put_location(struct writer *w, size_t i)
{
	const struct location *at = &w->location[i];
	struct pmc_line lines[INLINES];
	char name[SCRIPT_NAME];
	const char *symbol;
	int n = 0, k;

	buffer_number(&w->part, LOCATION_ID, i + 1);
	if (at->object == UINT_MAX) {
		put_line(w, at->name, NULL, 0);
		end_part(w, PROFILE_LOCATION);
		return;
	}
	buffer_number(&w->part, LOCATION_MAPPING, at->object + 1ull);
	buffer_number(&w->part, LOCATION_ADDRESS, w->range[at->object].base + at->address);
	symbol = at->name ? at->name : script_name(w->job, at->object, at->address, name);
	if (!at->name)
		n = functions_lines(w->job->functions, at->object, at->address, lines, INLINES);
	n = n > INLINES ? INLINES : n;
	for (k = 0; k < n; k++)
		put_line(w, k < n - 1 && lines[k].function ? lines[k].function : symbol,
			 lines[k].file, lines[k].line);
	if (n <= 0)
		put_line(w, symbol, NULL, 0);
	end_part(w, PROFILE_LOCATION);
}

/* ---- The rest ---- */

static void put_types(struct writer *w)
{
	struct pmc_profile_event event;
	unsigned k;

	for (k = 0; k < w->job->n_events; k++) {
		pmc_profile_event_at(w->job->profile, w->job->events[k], &event);
		buffer_number(&w->part, TYPE_TYPE, text(w, event.name));
		buffer_number(&w->part, TYPE_UNIT, text(w, "count"));
		end_part(w, PROFILE_TYPE);
	}
	pmc_profile_event_at(w->job->profile, w->job->events[0], &event);
	buffer_number(&w->out, PROFILE_DEFAULT_TYPE, text(w, event.name));
}

static void put_values(struct writer *w, const uint64_t *counts)
{
	unsigned k;

	w->inner.n = 0;
	for (k = 0; k < w->job->n_events; k++)
		buffer_varint(&w->inner, counts[w->job->events[k]]);
	buffer_bytes(&w->part, SAMPLE_VALUE, w->inner.data, w->inner.n);
	end_part(w, PROFILE_SAMPLE);
}

static void put_stack(struct writer *w, const struct pmc_stack *stack, const uint64_t *numbers)
{
	size_t k;

	w->inner.n = 0;
	for (k = stack->n; k--;)
		buffer_varint(&w->inner, numbers[k]);
	buffer_bytes(&w->part, SAMPLE_LOCATION, w->inner.data, w->inner.n);
	put_values(w, stack->counts);
}

/* The numbers of a stack's frames are kept for those that it has in common with the next one. */
static void put_stacks(struct writer *w)
{
	struct pmc_stack_walk *walk = NULL;
	struct pmc_stack stack;
	uint64_t *numbers = NULL, *more;
	size_t room = 0, common, k;
	int err = pmc_stack_walk_create(w->job->profile, &walk);

	while (!err) {
		err = pmc_stack_walk_next(walk, &stack, &common);
		if (err)
			break;
		if (stack.n > room) {
			room = 2 * stack.n;
			more = realloc(numbers, room * sizeof(*more));
			numbers = more ? more : numbers;
			err = more ? 0 : -ENOMEM;
		}
		for (k = common; k < stack.n && !err; k++) {
			const struct pmc_frame *frame = &stack.frames[stack.n - 1 - k];

			numbers[k] = number_of(w, frame->object,
					       frame_address(frame, k + 1 == stack.n));
		}
		if (!err)
			put_stack(w, &stack, numbers);
	}
	w->failed |= err != -ENOENT;
	pmc_stack_walk_destroy(walk);
	free(numbers);
}

static void put_places(struct writer *w)
{
	struct pmc_place place;
	size_t i;

	for (i = 0; !pmc_profile_place_at(w->job->profile, i, &place); i++) {
		w->inner.n = 0;
		buffer_varint(&w->inner, number_of(w, place.object, place.address));
		buffer_bytes(&w->part, SAMPLE_LOCATION, w->inner.data, w->inner.n);
		put_values(w, place.counts);
	}
}

/* The segment of the file that this address is in; else one that has this address alone. */
static struct pmc_segment segment_of(const char *path, uint64_t address)
{
	struct pmc_segment segment[SEGMENTS];
	size_t n = pmc_profile_segments(path, segment, SEGMENTS), i;

	for (i = 0; i < n && i < SEGMENTS; i++)
		if (address - segment[i].address < segment[i].size)
			return segment[i];
	return (struct pmc_segment){ .address = address };
}

/*
 * Chooses addresses for an object whose locations are from *at on. pprof expects a mapping as the
 * kernel makes it of a segment with code: by its start and offset it finds symbols and code in the
 * file. Moves *at behind the object's locations. False: it has none, so that it needs no mapping.
 */
static bool find_range(struct writer *w, unsigned object, size_t *at, uint64_t *next)
{
	struct range *range = &w->range[object];
	size_t first = *at;
	uint64_t lowest, last;
	struct pmc_segment segment;

	while (*at < w->n && w->location[*at].object == object)
		++*at;
	if (*at == first)
		return false;
	lowest = w->location[first].address;
	last = w->location[*at - 1].address;
	/* Small addresses are a file's own; those of memory and the kernel stay. */
	if (last < 1ull << 40) {
		range->base = *next;
		*next += (last + (2u << 20)) & ~((1ull << 20) - 1);
	}
	segment = segment_of(script_object(w->job, object), lowest);
	range->start = segment.address & ~PAGE_MASK;
	range->offset = segment.offset & ~PAGE_MASK;
	range->end = segment.address + segment.size;
	if (range->end <= last)
		range->end = last + 1;
	return true;
}

static void put_mapping(struct writer *w, unsigned i)
{
	struct pmc_profile_object object;
	const struct range *range = &w->range[i];
	char id[2 * 255 + 1];
	size_t k;

	pmc_profile_object_at(w->job->profile, i, &object);
	for (k = 0; k < object.build_id_size; k++)
		snprintf(id + 2 * k, 3, "%02x", object.build_id[k]);
	id[2 * k] = 0;
	buffer_number(&w->part, MAPPING_ID, i + 1ull);
	buffer_number(&w->part, MAPPING_START, range->base + range->start);
	buffer_number(&w->part, MAPPING_LIMIT, range->base + range->end);
	buffer_number(&w->part, MAPPING_OFFSET, range->offset);
	buffer_number(&w->part, MAPPING_FILE, text(w, script_object(w->job, i)));
	buffer_number(&w->part, MAPPING_BUILD_ID, text(w, id));
	buffer_number(&w->part, MAPPING_FUNCTIONS, 1);
	end_part(w, PROFILE_MAPPING);
}

/* Is this object the program? Of the first process; its name is the file's, cut off at 15 bytes. */
static bool is_program(const struct writer *w, unsigned object)
{
	const char *path = script_object(w->job, object), *name = strrchr(path, '/');
	struct pmc_profile_process process;

	if (!name || pmc_profile_process_at(w->job->profile, 0, &process) || !process.comm[0])
		return false;
	return !strncmp(name + 1, process.comm, strlen(process.comm));
}

/* The first mapping is to pprof the program, whose name heads its reports. */
static void put_mappings(struct writer *w)
{
	unsigned n = (unsigned)w->job->info.objects, first = n, i;
	uint64_t next = 1ull << 44;
	size_t at = 0;

	for (i = 0; i < n; i++) {
		w->range[i].used = find_range(w, i, &at, &next);
		if (w->range[i].used && first == n && is_program(w, i))
			first = i;
	}
	if (first < n)
		put_mapping(w, first);
	for (i = 0; i < n; i++)
		if (w->range[i].used && i != first)
			put_mapping(w, i);
}

static int compose(struct writer *w)
{
	size_t i;

	w->range = calloc(w->job->info.objects + 1, sizeof(*w->range));
	if (!w->range || collect(w))
		return -1;
	text(w, "");
	put_types(w);
	put_mappings(w);
	if (w->job->info.stacks)
		put_stacks(w);
	else
		put_places(w);
	for (i = 0; i < w->n; i++)
		put_location(w, i);
	for (i = 0; i < w->texts.n; i++) {
		const char *s = names_text(&w->texts, (unsigned)i);

		buffer_bytes(&w->out, PROFILE_STRING, s, strlen(s));
	}
	return w->failed || w->out.failed || w->part.failed || w->inner.failed ? -1 : 0;
}

int pprof_write(const struct script_job *job)
{
	struct writer w = { .job = job };
	int status = 0;

	if (compose(&w)) {
		complain("there is not enough memory for this format");
		status = STATUS_FAILED;
	} else {
		gzip_write(job->out, w.out.data, w.out.n);
	}
	buffer_deinit(&w.out);
	buffer_deinit(&w.part);
	buffer_deinit(&w.inner);
	names_deinit(&w.texts);
	names_deinit(&w.functions);
	free(w.range);
	free(w.location);
	return status;
}
