/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * perf.data → a profile. A first pass takes what the records say of the file itself. A file holds
 * the rings of all CPUs in turns, a piece of each, and a sample must be looked up in the maps of
 * its time. So a second pass finds these pieces, and a third one merges them, by time.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/diag.h"
#include "lib/base/vector.h"
#include "lib/profile/build/builder.h"
#include "lib/profile/import/perf.h"
#include "lib/profile/import/perf_feature.h"
#include "lib/profile/import/perf_file.h"
#include "lib/profile/import/perf_sample.h"
#include "lib/profile/import/perf_tasks.h"
#include "lib/profile/own/bytes.h"
#include "lib/unwind/chains.h"

/* The bit of misc with which MMAP2 has a build-id. */
#define MISC_MMAP_BUILD_ID (1u << 14)

/* Records one behind another in the file, which are in the order of their times. */
struct run {
	u64 time;	       /* of the first */
	size_t offset, end;    /* where it is, and where the run ends */
	struct window *window; /* NULL: nobody has read it yet */
};

struct import {
	struct perf_file f;
	struct perf_tasks t;
	struct builder *b;
	struct run *runs; /* later a heap, by time and offset of the first record that is left */
	size_t n_runs, runs_room;
	struct pmc_frame *frames;
	size_t frames_room;
	struct chains *chains; /* NULL: no sample has brought its stack, or there is no libdw */
	u64 lost, groups, strange, left_out, stacks;
	bool starved; /* a window had no memory */
};

/* So much of a run is read at once. */
#define WINDOW ((size_t)32 << 10)

/* ---- The first two passes ---- */

/* Takes what is said of the file itself. */
static int take_features(struct import *im)
{
	size_t offset = im->f.data;
	struct perf_record record;
	int err = 0;

	while (!err && perf_file_record(&im->f, &im->f.window, &offset, &record))
		if (record.type >= PERF_FILE_ATTR)
			err = perf_file_take(&im->f, &record);
	return err;
}

/* Goes to the next record that was written at a time, from the offset on. False: there is none. */
static bool next_timed(struct import *im, struct window *window, size_t *offset, struct run *run)
{
	struct perf_record record;

	do {
		run->offset = *offset;
		if (!perf_file_record(&im->f, window, offset, &record))
			return false;
	} while (record.type >= PERF_FILE_ATTR);
	run->time = perf_sample_time(&im->f, &record);
	return true;
}

/* Cuts the file into runs of records whose times ascend: each is a part of what a CPU wrote. */
static int find_runs(struct import *im)
{
	size_t offset = im->f.data;
	struct run at = { 0 };
	u64 last = 0;

	while (next_timed(im, &im->f.window, &offset, &at)) {
		if (im->n_runs && at.time >= last) {
			im->runs[im->n_runs - 1].end = offset;
		} else {
			if (vector_reserve(&im->runs, &im->runs_room, im->n_runs + 1,
					   sizeof(*im->runs)))
				return -ENOMEM;
			at.end = offset;
			im->runs[im->n_runs++] = at;
		}
		last = at.time;
	}
	return 0;
}

static bool is_before(const struct run *a, const struct run *b)
{
	return a->time != b->time ? a->time < b->time : a->offset < b->offset;
}

/* Lets run i sink in the heap to where no run below it is before it. */
static void sink(struct import *im, size_t i)
{
	struct run run = im->runs[i];
	size_t below;

	while ((below = 2 * i + 1) < im->n_runs) {
		if (below + 1 < im->n_runs && is_before(&im->runs[below + 1], &im->runs[below]))
			below++;
		if (!is_before(&im->runs[below], &run))
			break;
		im->runs[i] = im->runs[below];
		i = below;
	}
	im->runs[i] = run;
}

/*
 * The window of a run that is read now. There are about as many as CPUs, because their pieces of
 * one time are merged. NULL: there is no memory.
 */
static struct window *window_of(struct import *im, struct run *run)
{
	size_t n = run->end - run->offset;

	if (im->f.window.fd < 0)
		return &im->f.window;
	if (run->window)
		return run->window;
	run->window = malloc(sizeof(*run->window));
	if (run->window)
		*run->window = window_on_file(im->f.window.fd, n < WINDOW ? n : WINDOW);
	return run->window;
}

static void close_window(struct import *im, struct run *run)
{
	if (!run->window)
		return;
	im->starved |= run->window->starved;
	window_deinit(run->window);
	free(run->window);
}

/* Removes the first record from the heap. */
static void advance(struct import *im, struct window *window, size_t offset)
{
	struct run *first = &im->runs[0];

	if (offset >= first->end || !next_timed(im, window, &offset, first)) {
		close_window(im, first);
		*first = im->runs[--im->n_runs];
	}
	if (im->n_runs)
		sink(im, 0);
}

/* ---- The third pass ---- */

/* A text that the record has whole; NULL: it has not. */
static const char *text(struct cursor *in)
{
	const char *at = (const char *)in->at;

	return in->at < in->end && memchr(at, 0, (size_t)(in->end - in->at)) ? at : NULL;
}

/* Tells what finds callers in copies of stacks, too, if there are any. */
static void tell(struct import *im, struct pmc_record *record)
{
	if (im->chains && chains_take(im->chains, record))
		im->t.failed = true;
}

static void tell_map(struct import *im, u32 pid, const struct map *map, const char *path,
		     const u8 *build_id, unsigned size)
{
	const struct perf_build_id *known;

	if (!im->chains)
		return;
	known = build_id ? NULL : perf_feature_find(&im->f, path);
	tell(im, &(struct pmc_record){ .type = PMC_TYPE_MMAP,
				       .pid = (pid_t)pid,
				       .start = map->start,
				       .size = map->end - map->start,
				       .offset = map->offset,
				       .name = path,
				       .build_id = known ? known->bytes : build_id,
				       .build_id_size = known ? known->n : size });
}

static void take_map(struct import *im, const struct perf_record *record)
{
	struct cursor in = { record->at, record->end, false };
	const u8 *build_id = NULL, *bytes;
	bool kernel = (record->misc & PERF_RECORD_MISC_CPUMODE_MASK) == PERF_RECORD_MISC_KERNEL;
	const char *path;
	struct map map;
	unsigned size = 0;
	u32 pid = cursor_u32(&in);

	cursor_u32(&in);
	map.start = cursor_u64(&in);
	map.end = cursor_u64(&in);
	map.offset = cursor_u64(&in);
	if (record->type == PERF_RECORD_MMAP2) {
		bytes = cursor_bytes(&in, 24);
		cursor_u64(&in);
		if (bytes && record->misc & MISC_MMAP_BUILD_ID && bytes[0] && bytes[0] <= 20) {
			size = bytes[0];
			build_id = bytes + 4;
		}
	}
	path = text(&in);
	if (in.bad || !path || map.end > UINT64_MAX - map.start) {
		im->strange++;
		return;
	}
	map.end += map.start;
	perf_tasks_map(&im->t, pid, kernel, &map, path, build_id, size);
	if (!kernel && !(record->misc & PERF_RECORD_MISC_MMAP_DATA))
		tell_map(im, pid, &map, path, build_id, size);
}

static void take_comm(struct import *im, const struct perf_record *record)
{
	struct cursor in = { record->at, record->end, false };
	u32 pid = cursor_u32(&in), tid = cursor_u32(&in);
	const char *comm = text(&in);

	if (!comm) {
		im->strange++;
		return;
	}
	perf_tasks_comm(&im->t, pid, tid, comm, record->misc & PERF_RECORD_MISC_COMM_EXEC);
	tell(im, &(struct pmc_record){ .type = PMC_TYPE_COMM,
				       .pid = (pid_t)pid,
				       .tid = (pid_t)tid,
				       .exec = !!(record->misc & PERF_RECORD_MISC_COMM_EXEC) });
}

static void take_fork(struct import *im, const struct perf_record *record)
{
	struct cursor in = { record->at, record->end, false };
	u32 pid = cursor_u32(&in), ppid = cursor_u32(&in);

	if (in.bad) {
		im->strange++;
		return;
	}
	perf_tasks_fork(&im->t, pid, ppid);
	tell(im,
	     &(struct pmc_record){ .type = PMC_TYPE_FORK, .pid = (pid_t)pid, .ppid = (pid_t)ppid });
}

/* In which mode the frames behind a mark are; UINT_MAX: it is no mark that we know. */
static unsigned mode_of_mark(u64 mark)
{
	switch (mark) {
	case (u64)PERF_CONTEXT_HV:
		return PERF_RECORD_MISC_HYPERVISOR;
	case (u64)PERF_CONTEXT_KERNEL:
		return PERF_RECORD_MISC_KERNEL;
	case (u64)PERF_CONTEXT_USER:
		return PERF_RECORD_MISC_USER;
	case (u64)PERF_CONTEXT_GUEST_KERNEL:
		return PERF_RECORD_MISC_GUEST_KERNEL;
	case (u64)PERF_CONTEXT_GUEST_USER:
		return PERF_RECORD_MISC_GUEST_USER;
	}
	return UINT_MAX;
}

/*
 * The frames of a call chain. The first is the sample itself, which the kernel repeats as the first
 * entry of the chain. Where the kernel was entered is no return address, but that of an
 * instruction: its frame's is one byte on, as all readers look one byte before it. 0: the sample
 * has no chain.
 */
static size_t take_chain(struct import *im, const struct perf_sample *sample, u32 process,
			 unsigned mode, struct pmc_frame leaf)
{
	bool first = true, entered = false;
	size_t n = 0;
	u64 i, ip;

	if (!sample->n_chain || vector_reserve(&im->frames, &im->frames_room,
					       (size_t)sample->n_chain + 1, sizeof(*im->frames)))
		return 0;
	im->frames[n++] = leaf;
	for (i = 0; i < sample->n_chain; i++) {
		struct pmc_frame *frame = &im->frames[n];
		int object;

		memcpy(&ip, sample->chain + 8 * i, 8);
		if (ip >= (u64)PERF_CONTEXT_MAX) {
			mode = mode_of_mark(ip) != UINT_MAX ? mode_of_mark(ip) : mode;
			entered = !first;
			continue;
		}
		if (first) {
			first = false;
			continue;
		}
		frame->name = NULL;
		object = perf_tasks_resolve(&im->t, process, mode, ip, &frame->address);
		if (object < 0)
			return 0;
		frame->object = (unsigned)object;
		frame->address += entered;
		entered = false;
		n++;
	}
	return n;
}

/*
 * Adds the callers that the sample's stack has to n frames. Those of a sample in the kernel begin
 * where that was entered. Returns how many frames there are.
 */
static size_t take_stack(struct import *im, const struct perf_sample *sample, u32 process,
			 unsigned mode, struct pmc_frame leaf, size_t n)
{
	struct pmc_record r = { .type = PMC_TYPE_SAMPLE,
				.pid = (pid_t)sample->pid,
				.mode = mode == PERF_RECORD_MISC_KERNEL ? PMC_MODE_KERNEL :
									  PMC_MODE_USER,
				.registers = sample->registers,
				.stack = sample->stack,
				.stack_size = sample->stack_size };
	size_t i;
	int object;

	tell(im, &r);
	if (vector_reserve(&im->frames, &im->frames_room, n + r.n_chain + 1, sizeof(*im->frames)))
		return n;
	if (!n)
		im->frames[n++] = leaf;
	for (i = 0; i < r.n_chain; i++, n++) {
		struct pmc_frame *frame = &im->frames[n];

		frame->name = NULL;
		object = perf_tasks_resolve(&im->t, process, PERF_RECORD_MISC_USER, r.chain[i],
					    &frame->address);
		if (object < 0)
			return n;
		frame->object = (unsigned)object;
		frame->address += !i && r.mode == PMC_MODE_KERNEL;
	}
	return n;
}

static void take_sample(struct import *im, const struct perf_record *record)
{
	unsigned mode = record->misc & PERF_RECORD_MISC_CPUMODE_MASK;
	struct pmc_frame leaf = { 0 };
	struct perf_sample sample;
	u32 thread, process;
	int index, object, event;
	size_t n;

	if (!perf_sample_read(&im->f, record, &sample)) {
		im->strange++;
		return;
	}
	event = im->f.events[sample.event].index;
	if (event < 0) {
		im->left_out++;
		return;
	}
	thread = perf_tasks_thread(&im->t, sample.pid, sample.tid);
	if (thread == PERF_NONE)
		return;
	process = im->t.thread[thread].process;
	index = perf_tasks_thread_index(&im->t, thread);
	object = perf_tasks_resolve(&im->t, process, mode, sample.ip, &leaf.address);
	if (index < 0 || object < 0)
		return;
	leaf.object = (unsigned)object;
	im->f.events[sample.event].samples++;
	im->groups += sample.group;
	builder_count(im->b, (unsigned)index, leaf.object, leaf.address, (unsigned)event,
		      sample.period);
	n = take_chain(im, &sample, process, mode, leaf);
	im->stacks += sample.stack != NULL;
	if (sample.stack && im->chains)
		n = take_stack(im, &sample, process, mode, leaf, n);
	if (n)
		builder_stack(im->b, (unsigned)index, im->frames, n, (unsigned)event,
			      sample.period);
}

/* What is too much for a number stays the largest one: it must not become few again. */
static void take_lost(struct import *im, u64 n)
{
	if (__builtin_add_overflow(im->lost, n, &im->lost))
		im->lost = UINT64_MAX;
}

static void take(struct import *im, const struct perf_record *record)
{
	struct cursor in = { record->at, record->end, false };

	switch (record->type) {
	case PERF_RECORD_MMAP:
	case PERF_RECORD_MMAP2:
		take_map(im, record);
		break;
	case PERF_RECORD_COMM:
		take_comm(im, record);
		break;
	case PERF_RECORD_FORK:
		take_fork(im, record);
		break;
	case PERF_RECORD_SAMPLE:
		take_sample(im, record);
		break;
	case PERF_RECORD_LOST:
		cursor_u64(&in);
		take_lost(im, cursor_u64(&in));
		break;
	case PERF_RECORD_LOST_SAMPLES:
		take_lost(im, cursor_u64(&in));
		break;
	}
}

/* ---- All of it ---- */

/* The events, but for those that carry settings alone. */
static int add_events(struct import *im)
{
	size_t i;
	int n = 0;

	for (i = 0; i < im->f.n_events; i++) {
		struct perf_event *event = &im->f.events[i];

		event->index = -1;
		if (n >= PMC_PROFILE_EVENTS ||
		    (event->type == PERF_TYPE_SOFTWARE && event->config == PERF_COUNT_SW_DUMMY))
			continue;
		event->index = n = builder_event(im->b, event->name, PMC_SAMPLED);
		if (n++ < 0)
			return event->index;
	}
	return 0;
}

static void add_notes(struct import *im)
{
	if (im->f.cut)
		builder_warn(
			im->b,
			"the file ends early, or perf record did not end in order: what it wrote "
			"last is missing");
	if (im->lost)
		builder_warn(im->b, "perf lost %llu records while it sampled",
			     (unsigned long long)im->lost);
	if (im->groups)
		builder_warn(
			im->b,
			"counts of the other events of a group, which %llu samples have, are left "
			"out",
			(unsigned long long)im->groups);
	if (im->left_out)
		builder_warn(im->b, "%llu samples of events beyond the first %u are left out",
			     (unsigned long long)im->left_out, PMC_PROFILE_EVENTS);
	if (im->stacks && !im->chains)
		builder_warn(im->b,
			     "%llu samples have a copy of their stack, in which libdw of elfutils "
			     "would find their callers; it is not here",
			     (unsigned long long)im->stacks);
	if (im->strange)
		builder_warn(im->b, "%llu records are damaged and are left out",
			     (unsigned long long)im->strange);
}

static bool brings_stacks(const struct perf_file *f)
{
	size_t i;

	for (i = 0; i < f->n_events; i++)
		if (f->events[i].sample_type & PERF_SAMPLE_STACK_USER)
			return true;
	return false;
}

/* Takes all records in the order of their times. 0 or -ENOMEM. */
static int merge(struct import *im)
{
	struct perf_record record;
	struct window *window;
	size_t offset, i;

	for (i = im->n_runs; i-- > 0;)
		sink(im, i);
	while (im->n_runs) {
		offset = im->runs[0].offset;
		window = window_of(im, &im->runs[0]);
		if (!window)
			return -ENOMEM;
		if (perf_file_record(&im->f, window, &offset, &record))
			take(im, &record);
		advance(im, window, offset);
	}
	return im->starved || im->f.window.starved || im->t.failed ? -ENOMEM : 0;
}

static int import(struct import *im)
{
	size_t i;
	int err;

	err = perf_file_open(&im->f);
	if (!err)
		err = take_features(im);
	if (err)
		return err;
	perf_file_finish(&im->f);
	err = add_events(im);
	if (err)
		return err;
	err = find_runs(im);
	if (err)
		return err;
	if (brings_stacks(&im->f) && chains_create(&im->chains) == -ENOMEM)
		return -ENOMEM;
	err = merge(im);
	if (err)
		return err;
	builder_command(im->b, im->f.command);
	for (i = 0; i < im->f.n_events; i++)
		if (im->f.events[i].index >= 0)
			builder_event_samples(im->b, (unsigned)im->f.events[i].index,
					      im->f.events[i].period, im->f.events[i].samples);
	perf_tasks_finish(&im->t);
	add_notes(im);
	return im->t.failed ? -ENOMEM : 0;
}

int perf_import(struct window window, size_t n, const char *name, struct pmc_profile **profile,
		struct pmc_diag *diag)
{
	struct import im = { .f = { .window = window, .n = n, .name = name, .diag = diag } };
	int err = builder_create(PMC_PROFILE_PERF, false, &im.b);

	if (err)
		return err;
	im.t.f = &im.f;
	im.t.b = im.b;
	im.t.seed = im.t.random = table_seed();
	im.t.last_process = im.t.last_thread = PERF_NONE;
	err = import(&im);
	perf_tasks_deinit(&im.t);
	chains_destroy(im.chains);
	while (im.n_runs)
		close_window(&im, &im.runs[--im.n_runs]);
	perf_file_close(&im.f);
	free(im.runs);
	free(im.frames);
	if (err)
		builder_destroy(im.b);
	else
		err = builder_finish(im.b, profile);
	return err;
}
