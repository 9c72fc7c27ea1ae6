/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Processes come one after another: its name as after exec, its maps, its samples. An object is
 * mapped at the same place in all of them, from its first byte on, so that an address is the place
 * and the offset in the file, which perf needs to find symbols and code.
 */
#include "cli/script/perf.h"

#include "cli/script/buffer.h"
#include "cli/script/job.h"
#include "cli/script/words.h"
#include "cli/ui/complain.h"
#include "cli/ui/status.h"

#include <limits.h>
#include <stdbool.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>

#define HEADER	  104u
#define ATTR	  112u /* PERF_ATTR_SIZE_VER5 */
#define PAGE	  4096ull
#define FIRST	  (1ull << 44)
#define SEGMENTS  64
#define BUILD_ID  2u
#define COMMAND	  11u
#define EVENTS	  12u
#define FEATURES  3u
#define ID(event) ((event) + 1ull)

/* Where an object is. */
struct mapped {
	struct pmc_profile_object object;
	struct pmc_segment segment[SEGMENTS];
	int segments;
	bool kernel, none;	/* none: it cannot be mapped */
	uint64_t start, length; /* of the map */
	uint64_t offset;	/* in the file, of start */
};

struct writer {
	const struct script_job *job;
	struct mapped *mapped;
	struct buffer out;
	uint32_t *order; /* places by process */
};

/* What perf calls the address: an offset in the file, as far as there is one. */
static uint64_t offset_of(const struct mapped *m, uint64_t address)
{
	int i;

	for (i = 0; i < m->segments; i++)
		if (address - m->segment[i].address < m->segment[i].size)
			return m->segment[i].offset + address - m->segment[i].address;
	return address;
}

static uint64_t ip_of(const struct mapped *m, uint64_t address)
{
	return m->none ? address : m->start + (offset_of(m, address) - m->offset);
}

/* Finds a place for each object. */
static void map_objects(struct writer *w)
{
	uint64_t next = FIRST;
	struct pmc_place place;
	size_t i, k;

	for (i = 0; i < w->job->info.objects; i++) {
		struct mapped *m = &w->mapped[i];

		pmc_profile_object_at(w->job->profile, i, &m->object);
		m->kernel = m->object.kind == PMC_OBJECT_KERNEL;
		m->none = m->object.kind == PMC_OBJECT_UNKNOWN;
		m->offset = UINT64_MAX;
		if (m->object.kind == PMC_OBJECT_FILE)
			m->segments = pmc_profile_segments(m->object.path, m->segment, SEGMENTS);
		if (m->segments > SEGMENTS)
			m->segments = SEGMENTS;
	}
	for (k = 0; !pmc_profile_where_at(w->job->profile, k, &place); k++) {
		struct mapped *m = &w->mapped[place.object];
		uint64_t offset = offset_of(m, place.address);

		if (offset < m->offset)
			m->offset = offset;
		if (offset > m->length)
			m->length = offset;
	}
	for (i = 0; i < w->job->info.objects; i++) {
		struct mapped *m = &w->mapped[i];
		bool memory = m->kernel || m->object.kind == PMC_OBJECT_ANONYMOUS;

		if (m->offset == UINT64_MAX)
			m->none = true;
		m->offset &= memory ? ~(PAGE - 1) : 0;
		m->length = (m->length - m->offset + 2 * PAGE - 1) & ~(PAGE - 1);
		m->start = memory ? m->offset : next;
		if (!memory && !m->none)
			next += m->length + PAGE;
	}
}

/* ---- Records ---- */

static void begin_record(struct writer *w, uint32_t type, unsigned misc, size_t size)
{
	buffer_u32(&w->out, type);
	buffer_u32(&w->out, (uint32_t)(misc | size << 16));
}

static size_t padded(const char *text)
{
	return strlen(text) / 8 * 8 + 8;
}

static void put_comm(struct writer *w, uint32_t pid, uint32_t tid, const char *comm, bool exec)
{
	begin_record(w, PERF_RECORD_COMM, exec ? PERF_RECORD_MISC_COMM_EXEC : 0, 16 + padded(comm));
	buffer_u32(&w->out, pid);
	buffer_u32(&w->out, tid);
	buffer_padded(&w->out, comm);
}

static void put_map(struct writer *w, uint32_t pid, const struct mapped *m)
{
	const char *path = m->object.path;

	if (m->kernel)
		path = "[kernel.kallsyms]_text";
	else if (m->object.kind == PMC_OBJECT_ANONYMOUS)
		path = "//anon";
	begin_record(w, PERF_RECORD_MMAP,
		     m->kernel ? PERF_RECORD_MISC_KERNEL : PERF_RECORD_MISC_USER,
		     40 + padded(path));
	buffer_u32(&w->out, m->kernel ? UINT32_MAX : pid);
	buffer_u32(&w->out, m->kernel ? 0 : pid);
	buffer_u64(&w->out, m->start);
	buffer_u64(&w->out, m->length);
	buffer_u64(&w->out, m->offset);
	buffer_padded(&w->out, path);
}

static void put_samples(struct writer *w, uint32_t pid, const struct pmc_place *place)
{
	const struct mapped *m = &w->mapped[place->object];
	struct pmc_profile_thread thread;
	unsigned k;

	pmc_profile_thread_at(w->job->profile, place->thread, &thread);
	for (k = 0; k < w->job->n_events; k++) {
		if (!place->counts[w->job->events[k]])
			continue;
		begin_record(w, PERF_RECORD_SAMPLE,
			     m->kernel ? PERF_RECORD_MISC_KERNEL : PERF_RECORD_MISC_USER, 40);
		buffer_u64(&w->out, ID(k));
		buffer_u64(&w->out, ip_of(m, place->address));
		buffer_u32(&w->out, pid);
		buffer_u32(&w->out, (uint32_t)thread.tid);
		buffer_u64(&w->out, place->counts[w->job->events[k]]);
	}
}

/* Sorts the places by process, and notes where each process's begin. */
static size_t *by_process(struct writer *w)
{
	size_t *first = calloc(w->job->info.processes + 2, sizeof(*first)), i;
	struct pmc_profile_thread thread;
	struct pmc_place place;

	w->order = malloc((w->job->info.places + 1) * sizeof(*w->order));
	if (!first || !w->order) {
		free(first);
		return NULL;
	}
	for (i = 0; !pmc_profile_place_at(w->job->profile, i, &place); i++) {
		pmc_profile_thread_at(w->job->profile, place.thread, &thread);
		first[thread.process + 2]++;
	}
	for (i = 2; i < w->job->info.processes + 2; i++)
		first[i] += first[i - 1];
	for (i = 0; !pmc_profile_place_at(w->job->profile, i, &place); i++) {
		pmc_profile_thread_at(w->job->profile, place.thread, &thread);
		w->order[first[thread.process + 1]++] = (uint32_t)i;
	}
	return first;
}

/* A process's places are w->order[first] to [end]. */
static void put_process(struct writer *w, unsigned index, size_t first, size_t end)
{
	struct pmc_profile_process process;
	struct pmc_profile_thread thread;
	struct pmc_place place;
	unsigned last = UINT_MAX;
	size_t i;

	pmc_profile_process_at(w->job->profile, index, &process);
	put_comm(w, (uint32_t)process.pid, (uint32_t)process.pid, process.comm, true);
	for (i = 0; !pmc_profile_thread_at(w->job->profile, i, &thread); i++)
		if (thread.process == index && thread.tid != process.pid)
			put_comm(w, (uint32_t)process.pid, (uint32_t)thread.tid, thread.comm,
				 false);
	for (i = first; i < end; i++) {
		pmc_profile_place_at(w->job->profile, w->order[i], &place);
		if (place.object != last && !w->mapped[place.object].none)
			put_map(w, (uint32_t)process.pid, &w->mapped[place.object]);
		last = place.object;
		put_samples(w, (uint32_t)process.pid, &place);
	}
}

/* ---- The file ---- */

static void put_attr(struct writer *w, unsigned k)
{
	struct pmc_profile_event event;
	struct perf_event_attr attr = {
		.type = PERF_TYPE_RAW,
		.size = ATTR,
		.config = k,
		.sample_period = 1,
		.sample_type = PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID |
			       PERF_SAMPLE_PERIOD,
		.exclude_kernel = 1,
		.mmap = 1,
		.comm = 1,
	};

	_Static_assert(sizeof(attr) >= ATTR, "the attributes that are written are known");
	pmc_profile_event_at(w->job->profile, w->job->events[k], &event);
	if (!strncmp(event.name, "instructions", 12)) {
		attr.type = PERF_TYPE_HARDWARE;
		attr.config = PERF_COUNT_HW_INSTRUCTIONS;
	} else if (!strcmp(event.name, "branches:u")) {
		attr.type = PERF_TYPE_HARDWARE;
		attr.config = PERF_COUNT_HW_BRANCH_INSTRUCTIONS;
	}
	buffer_add(&w->out, &attr, ATTR);
}

static void put_text(struct buffer *out, const char *text)
{
	buffer_u32(out, (uint32_t)padded(text));
	buffer_padded(out, text);
}

/* Notes where something begins and how long it is, in 16 bytes at `slot`. */
static void put_section(struct writer *w, size_t slot, size_t begin)
{
	uint64_t section[2] = { begin, w->out.n - begin };

	if (!w->out.failed)
		memcpy(w->out.data + slot, section, sizeof(section));
}

static void put_build_ids(struct writer *w)
{
	static const unsigned char zeros[24];
	size_t i, n;

	for (i = 0; i < w->job->info.objects; i++) {
		const struct pmc_profile_object *o = &w->mapped[i].object;

		n = o->build_id_size;
		if (!n || n > 20 || w->mapped[i].none)
			continue;
		/* Bit 15 of misc: the size of the build-id stands behind its 20 bytes. */
		begin_record(w, 0, PERF_RECORD_MISC_USER | 1u << 15, 36 + padded(o->path));
		buffer_u32(&w->out, UINT32_MAX);
		buffer_add(&w->out, o->build_id, n);
		buffer_add(&w->out, zeros, 20 - n);
		buffer_u32(&w->out, (uint32_t)n);
		buffer_padded(&w->out, o->path);
	}
}

/* What is no list of words is one. */
static void put_command(struct writer *w)
{
	const char *command = w->job->info.command, *word;
	char *words = malloc(strlen(command) + 1);
	size_t n = words ? words_split(command, words) : 0, i;

	buffer_u32(&w->out, n ? (uint32_t)n : 1);
	if (!n)
		put_text(&w->out, command);
	for (word = words, i = 0; i < n; i++, word += strlen(word) + 1)
		put_text(&w->out, word);
	free(words);
}

static void put_features(struct writer *w)
{
	struct pmc_profile_event event;
	size_t table = w->out.n, begin;
	unsigned k;

	for (k = 0; k < 2 * FEATURES; k++)
		buffer_u64(&w->out, 0);
	begin = w->out.n;
	put_build_ids(w);
	put_section(w, table, begin);
	begin = w->out.n;
	put_command(w);
	put_section(w, table + 16, begin);
	begin = w->out.n;
	buffer_u32(&w->out, w->job->n_events);
	buffer_u32(&w->out, ATTR);
	for (k = 0; k < w->job->n_events; k++) {
		put_attr(w, k);
		buffer_u32(&w->out, 1);
		pmc_profile_event_at(w->job->profile, w->job->events[k], &event);
		put_text(&w->out, event.name);
		buffer_u64(&w->out, ID(k));
	}
	put_section(w, table + 32, begin);
}

static void put_head(struct writer *w, size_t *attrs, size_t *data)
{
	size_t ids = HEADER;
	unsigned k;

	*attrs = ids + 8 * w->job->n_events;
	*data = *attrs + (ATTR + 16) * w->job->n_events;
	buffer_add(&w->out, "PERFILE2", 8);
	buffer_u64(&w->out, HEADER);
	buffer_u64(&w->out, ATTR + 16);
	buffer_u64(&w->out, *attrs);
	buffer_u64(&w->out, (ATTR + 16) * w->job->n_events);
	for (k = 0; k < 4; k++)
		buffer_u64(&w->out, 0); /* the data, filled in later; old types of events */
	buffer_u64(&w->out, 1ull << BUILD_ID | 1ull << COMMAND | 1ull << EVENTS);
	for (k = 0; k < 3; k++)
		buffer_u64(&w->out, 0);
	for (k = 0; k < w->job->n_events; k++)
		buffer_u64(&w->out, ID(k));
	for (k = 0; k < w->job->n_events; k++) {
		put_attr(w, k);
		buffer_u64(&w->out, ids + 8 * k);
		buffer_u64(&w->out, 8);
	}
}

static int compose(struct writer *w)
{
	size_t attrs, data, *first = NULL;
	unsigned i;

	w->mapped = calloc(w->job->info.objects + 1, sizeof(*w->mapped));
	if (w->mapped)
		first = by_process(w);
	if (!first)
		return -1;
	map_objects(w);
	put_head(w, &attrs, &data);
	for (i = 0; i < w->job->info.processes; i++)
		if (first[i] < first[i + 1])
			put_process(w, i, first[i], first[i + 1]);
	put_section(w, 40, data);
	put_features(w);
	free(first);
	return w->out.failed ? -1 : 0;
}

int perf_write(const struct script_job *job)
{
	struct writer w = { .job = job };
	int status = 0;

	if (compose(&w)) {
		complain("there is not enough memory for this format");
		status = STATUS_FAILED;
	} else {
		fwrite(w.out.data, 1, w.out.n, job->out);
	}
	buffer_deinit(&w.out);
	free(w.mapped);
	free(w.order);
	return status;
}
