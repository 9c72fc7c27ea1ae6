/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Profiles under libFuzzer: an input is a file, of any format. What must hold: it is refused with a
 * sentence, or all of it can be walked over, its totals are the sums of its places, what is to be
 * sorted is, and it is written in pmc's own format and read again as the same.
 *
 * The checksums of files in pmc's own format are mended first, so that what is inside is tried.
 */
#define _GNU_SOURCE
#include <pmc/profile.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/profile/model/stacktree.h"
#include "lib/profile/own/bytes.h"
#include "lib/profile/own/crc.h"
#include "lib/profile/own/format.h"
#include "lib/profile/own/read.h"
#include "lib/profile/own/write.h"

/* So many frames of an input's stacks are gone over, since a small file can have many deep ones. */
#define FRAMES_MOST 1000000

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* clang-format off */
#define MUST(cond) do { \
	if (!(cond)) { \
		fprintf(stderr, "profile_fuzz: line %d: %s\n", __LINE__, #cond); \
		abort(); \
	} \
} while (0)
/* clang-format on */

static void mend(u8 *bytes, size_t size)
{
	struct crc crc;
	size_t at;
	u32 sum;
	u64 n;

	crc_init(&crc);
	for (at = FORMAT_HEADER; at + FORMAT_SECTION <= size; at += FORMAT_SECTION + (size_t)n) {
		memcpy(&n, bytes + at + 4, 8);
		if (n <= size - at - FORMAT_SECTION) {
			sum = crc_of(&crc, bytes + at + FORMAT_SECTION, (size_t)n);
			memcpy(bytes + at + 12, &sum, 4);
		}
		sum = crc_of(&crc, bytes + at, 16);
		memcpy(bytes + at + 16, &sum, 4);
		if (n > size - at - FORMAT_SECTION)
			break;
	}
}

static void walk_heads(const struct pmc_profile *p, const struct pmc_profile_info *info)
{
	struct pmc_profile_object object;
	struct pmc_profile_process process;
	struct pmc_profile_thread thread;
	struct pmc_note note;
	size_t i;

	MUST(info->events <= PMC_PROFILE_EVENTS && info->command);
	for (i = 0; !pmc_profile_object_at(p, i, &object); i++)
		MUST(strlen(object.path) < SIZE_MAX && !object.build_id == !object.build_id_size);
	for (i = 0; !pmc_profile_process_at(p, i, &process); i++)
		MUST(process.comm && (process.parent == -1u || process.parent < i));
	for (i = 0; !pmc_profile_thread_at(p, i, &thread); i++)
		MUST(thread.comm && thread.process < info->processes);
	for (i = 0; !pmc_profile_note_at(p, i, &note); i++)
		MUST(memchr(note.text, 0, sizeof(note.text)));
}

static void walk_places(const struct pmc_profile *p, const struct pmc_profile_info *info)
{
	struct pmc_place place, before = { 0 };
	uint64_t totals[PMC_PROFILE_EVENTS] = { 0 };
	struct pmc_profile_event event;
	uint8_t code[16];
	size_t i, k;

	for (i = 0; !pmc_profile_place_at(p, i, &place); i++) {
		MUST(place.object < info->objects && place.thread < info->threads);
		MUST(place.taken <= place.executions && place.length <= 15 && place.flags <= 0xff);
		MUST(!i || place.object > before.object ||
		     (place.object == before.object && place.address >= before.address));
		for (k = 0; k < info->events; k++)
			totals[k] += place.counts[k];
		MUST(pmc_profile_code(p, place.object, place.address, code, 16) <= 16);
		before = place;
	}
	MUST(i == info->places);
	for (k = 0; !pmc_profile_event_at(p, k, &event); k++)
		MUST(event.name && pmc_quality_name(event.quality) && event.total == totals[k]);
}

static bool same_frame(const struct pmc_frame *x, const struct pmc_frame *y)
{
	return x->object == y->object && x->address == y->address && x->name == y->name;
}

/* A walk sees what is there by number, and says truly what a stack shares with the one before. */
static void walk_stacks(const struct pmc_profile *p, const struct pmc_profile_info *info)
{
	struct pmc_stack stack, same, before = { 0 };
	struct pmc_stack_walk *walk;
	size_t i, k, common, frames = 0;

	MUST(!pmc_stack_walk_create(p, &walk));
	for (i = 0; frames < FRAMES_MOST && !pmc_stack_walk_next(walk, &stack, &common); i++) {
		frames += stack.n;
		MUST(!pmc_profile_stack_at(p, i, &same));
		MUST(stack.n == same.n && stack.thread == same.thread);
		for (k = 0; k < stack.n; k++)
			MUST(same_frame(&stack.frames[k], &same.frames[k]));
		MUST(!memcmp(stack.counts, same.counts, info->events * sizeof(*same.counts)));
		MUST(!common || (common < stack.n && common < before.n));
		for (k = 1; k <= common; k++)
			MUST(same_frame(&same.frames[same.n - k], &before.frames[before.n - k]));
		before = same;
	}
	MUST(i == info->stacks || frames >= FRAMES_MOST);
	pmc_stack_walk_destroy(walk);
}

static void walk_rest(const struct pmc_profile *p, const struct pmc_profile_info *info)
{
	struct pmc_profile_symbol symbol;
	struct pmc_edge edge;
	struct pmc_stack stack;
	uint64_t sum = 0;
	size_t i, k, frames = 0;

	for (i = 0; !pmc_profile_edge_at(p, i, &edge); i++) {
		MUST(edge.kind <= PMC_EDGE_RETURN && edge.thread < info->threads);
		MUST(edge.from_object < info->objects);
		MUST(edge.to_object == -1u || edge.to_object < info->objects);
		for (k = 0; edge.inclusive && k < info->events; k++)
			sum += edge.inclusive[k];
	}
	for (i = 0; frames < FRAMES_MOST && !pmc_profile_stack_at(p, i, &stack); i++) {
		frames += stack.n;
		MUST(stack.n && stack.n <= STACK_DEEPEST && stack.thread < info->threads);
		for (k = 0; k < stack.n; k++) {
			const struct pmc_frame *frame = &stack.frames[k];

			MUST(frame->object < info->objects ||
			     (frame->object == -1u && frame->name));
			sum += frame->name ? strlen(frame->name) : 0;
		}
		for (k = 0; k < info->events; k++)
			sum += stack.counts[k];
	}
	for (i = 0; !pmc_profile_symbol_at(p, i, &symbol); i++)
		MUST(symbol.object < info->objects && symbol.name);
	MUST(sum != 1 || sum);
}

static void write_and_read(const struct pmc_profile *p)
{
	struct pmc_diag diag = { 0 };
	struct pmc_profile *again;
	struct bytes first = { 0 }, second = { 0 };

	write_profile(p, &first);
	MUST(!first.failed && !pmc_profile_open_memory(first.data, first.n, "x", &again, &diag));
	write_profile(again, &second);
	MUST(first.n == second.n && !memcmp(first.data, second.data, first.n));
	pmc_profile_close(again);
	bytes_deinit(&first);
	bytes_deinit(&second);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct pmc_profile_info info;
	struct pmc_diag diag = { 0 };
	struct pmc_profile *p;
	uint8_t *bytes = malloc(size + 1);

	MUST(bytes);
	if (size)
		memcpy(bytes, data, size);
	if (read_is_own(bytes, size))
		mend(bytes, size);
	if (pmc_profile_open_memory(bytes, size, "x", &p, &diag)) {
		MUST(diag.sentence[0]);
		free(bytes);
		return 0;
	}
	pmc_profile_info(p, &info);
	MUST(info.places || info.notes);
	walk_heads(p, &info);
	walk_places(p, &info);
	walk_rest(p, &info);
	walk_stacks(p, &info);
	write_and_read(p);
	pmc_profile_close(p);
	free(bytes);
	return 0;
}
