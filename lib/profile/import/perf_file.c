/* SPDX-License-Identifier: BSD-2-Clause */
/* See perf_file.h. Every offset and length of the file is doubted. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/diag.h"
#include "lib/base/vector.h"
#include "lib/profile/import/perf_feature.h"
#include "lib/profile/import/perf_file.h"
#include "lib/profile/import/perf_name.h"
#include "lib/profile/own/bytes.h"

#define MAGIC	    "PERFILE2"
#define PIPE_HEADER 16u
#define FILE_HEADER 104u
#define FEATURES    256u

/* Of struct perf_event_attr. */
#define ATTR_MIN 64u
/* No feature that concerns a profile has more bytes. */
#define FEATURE_MOST ((u64)64 << 20)

bool perf_file_is(const void *bytes, size_t n)
{
	return n >= PERF_FILE_MAGIC && (!memcmp(bytes, MAGIC, 8) || !memcmp(bytes, "2ELIFREP", 8));
}

static int bad(const struct perf_file *f, const char *what)
{
	return diag_say(f->diag, -EPROTO, "%s: this file of perf's is damaged: %s", f->name, what);
}

/* n bytes of the file; NULL: it ends before them (f->cut). */
static const u8 *see(struct perf_file *f, struct window *window, size_t offset, size_t n)
{
	const u8 *bytes = NULL;

	if (offset <= f->n && n <= f->n - offset)
		bytes = window_see(window, offset, n);
	f->cut |= !bytes;
	return bytes;
}

/* ---- Events ---- */

/* An event from its attributes. Its index, or -errno. */
static int add_event(struct perf_file *f, const u8 *bytes, size_t n)
{
	struct perf_event *event;
	struct perf_event_attr attr = { 0 };

	if (n < ATTR_MIN)
		return bad(f, "an event has too few attributes");
	memcpy(&attr, bytes, n < sizeof(attr) ? n : sizeof(attr));
	if (f->n_events >= 4096)
		return bad(f, "it has more than 4096 events");
	if (vector_reserve(&f->events, &f->events_room, f->n_events + 1, sizeof(*f->events)))
		return -ENOMEM;
	event = &f->events[f->n_events];
	memset(event, 0, sizeof(*event));
	event->type = attr.type;
	event->config = attr.config;
	event->period = attr.freq ? 0 : attr.sample_period;
	event->sample_type = attr.sample_type;
	event->read_format = attr.read_format;
	event->registers = attr.sample_regs_user;
	event->first_id = f->n_ids;
	event->flags = (attr.sample_id_all ? PERF_EVENT_ID_ALL : 0) |
		       (attr.exclude_kernel && !attr.exclude_user ? PERF_EVENT_USER : 0) |
		       (attr.exclude_user && !attr.exclude_kernel ? PERF_EVENT_KERNEL : 0);
	return (int)f->n_events++;
}

static int reserve_ids(struct perf_file *f, unsigned event, u64 n)
{
	if (n > f->n / 8 - f->n_ids)
		return bad(f, "it has more ids of events than bytes");
	if (vector_reserve(&f->ids, &f->ids_room, f->n_ids + (size_t)n, sizeof(*f->ids)))
		return -ENOMEM;
	f->events[event].first_id = f->n_ids;
	f->events[event].n_ids = (size_t)n;
	return 0;
}

static int add_ids(struct perf_file *f, unsigned event, struct cursor *in)
{
	size_t n = (size_t)(in->end - in->at) / 8;
	int err = reserve_ids(f, event, n);

	for (; !err && n; n--)
		f->ids[f->n_ids++] = (struct perf_id){ cursor_u64(in), event };
	return err;
}

/* The ids of an event, which are elsewhere in the file. */
static int read_ids(struct perf_file *f, unsigned event, u64 offset, u64 size)
{
	const u8 *at;
	u64 left;
	int err;

	if (offset > f->n || size > f->n - offset) {
		f->cut = true;
		size = offset > f->n ? 0 : f->n - offset;
	}
	err = reserve_ids(f, event, size / 8);
	for (left = size / 8; !err && left; left--, offset += 8) {
		at = see(f, &f->window, (size_t)offset, 8);
		if (!at)
			break;
		f->ids[f->n_ids].event = event;
		memcpy(&f->ids[f->n_ids++].id, at, 8);
	}
	if (!err)
		f->events[event].n_ids -= (size_t)left;
	return err;
}

/* The events of a file: attributes, and where their ids are; `size` bytes for each. */
static int read_events(struct perf_file *f, u64 offset, u64 n, u64 size)
{
	u64 ids, ids_size;
	struct cursor in;
	const u8 *bytes;
	int event, err;

	if (size < ATTR_MIN + 16 || size > 4096)
		return bad(f, "its attributes have a strange size");
	for (; n >= size; offset += size, n -= size) {
		bytes = see(f, &f->window, (size_t)offset, (size_t)size);
		if (!bytes)
			break;
		event = add_event(f, bytes, (size_t)size - 16);
		if (event < 0)
			return event;
		in = (struct cursor){ bytes + size - 16, bytes + size, false };
		ids = cursor_u64(&in);
		ids_size = cursor_u64(&in);
		err = read_ids(f, (unsigned)event, ids, ids_size);
		if (err)
			return err;
	}
	return 0;
}

/* The record of a pipe that has one event: its attributes, whose size is their second word; ids. */
static int take_attr(struct perf_file *f, const struct perf_record *record)
{
	struct cursor in = { record->at, record->end, false };
	const u8 *attr;
	u32 size;
	int event;

	cursor_u32(&in);
	size = cursor_u32(&in);
	in.at = record->at;
	if (!size)
		size = ATTR_MIN;
	attr = cursor_bytes(&in, size);
	if (!attr)
		return bad(f, "an event is not whole");
	event = add_event(f, attr, size);
	return event < 0 ? event : add_ids(f, (unsigned)event, &in);
}

/* ---- Head and records ---- */

static int open_pipe(struct perf_file *f)
{
	f->pipe = true;
	f->data = PIPE_HEADER;
	f->data_end = f->n;
	return 0;
}

/* The features behind the data: where each is stands in a table, in the order of their bits. */
static int read_features(struct perf_file *f, const u64 *bits)
{
	size_t at = f->data_end;
	struct cursor in;
	u64 offset, size;
	const u8 *bytes;
	unsigned i;
	int err = 0;

	for (i = 0; i < FEATURES && !err && f->data_end < f->n; i++) {
		if (!(bits[i / 64] >> i % 64 & 1))
			continue;
		bytes = at <= f->n && f->n - at >= 16 ? see(f, &f->window, at, 16) : NULL;
		if (!bytes)
			break;
		in = (struct cursor){ bytes, bytes + 16, false };
		at += 16;
		offset = cursor_u64(&in);
		size = cursor_u64(&in);
		if (!perf_feature_concerns(i) || !size || size > FEATURE_MOST || offset > f->n ||
		    size > f->n - offset)
			continue;
		bytes = see(f, &f->window, (size_t)offset, (size_t)size);
		in = (struct cursor){ bytes, bytes + size, false };
		if (bytes)
			err = perf_feature_take(f, i, in);
	}
	return err;
}

static int open_file(struct perf_file *f, struct cursor *in)
{
	u64 attr_size = cursor_u64(in), attrs, attrs_n, data, data_n, bits[FEATURES / 64];
	size_t i;
	int err;

	attrs = cursor_u64(in);
	attrs_n = cursor_u64(in);
	data = cursor_u64(in);
	data_n = cursor_u64(in);
	cursor_u64(in);
	cursor_u64(in);
	for (i = 0; i < FEATURES / 64; i++)
		bits[i] = cursor_u64(in);
	if (in->bad || data > f->n)
		return diag_say(f->diag, -ENODATA,
				"%s: the file ends early, before its first count", f->name);
	f->data = (size_t)data;
	/* perf writes the length when it ends, so that of a file that was not closed is 0. */
	if (!data_n || data_n > f->n - data)
		data_n = f->n - data;
	f->data_end = (size_t)(data + data_n);
	err = read_events(f, attrs, attrs_n, attr_size);
	return err ? err : read_features(f, bits);
}

int perf_file_open(struct perf_file *f)
{
	u8 head[FILE_HEADER] = { 0 };
	size_t n = f->n < sizeof(head) ? f->n : sizeof(head);
	const u8 *bytes = see(f, &f->window, 0, n);
	struct cursor in = { head, head + n, false };
	u64 size;
	int err;

	if (bytes)
		memcpy(head, bytes, n);
	f->seed = table_seed();
	if (memcmp(head, MAGIC, PERF_FILE_MAGIC))
		return diag_say(f->diag, -EPROTO,
				"%s: this file of perf's was written on a big-endian machine",
				f->name);
	in.at += PERF_FILE_MAGIC;
	size = cursor_u64(&in);
	if (in.bad)
		return diag_say(f->diag, -ENODATA,
				"%s: the file ends early, before its first count", f->name);
	if (size == PIPE_HEADER)
		return open_pipe(f);
	if (size < FILE_HEADER)
		return bad(f, "its head has a strange size");
	err = open_file(f, &in);
	/* perf writes the features last. */
	f->cut |= f->data_end == f->n;
	return err;
}

void perf_file_close(struct perf_file *f)
{
	size_t i;

	for (i = 0; i < f->n_build_ids; i++)
		free(f->build_ids[i].path);
	free(f->events);
	free(f->ids);
	free(f->build_ids);
	table_deinit(&f->build_id_table);
	window_deinit(&f->window);
}

bool perf_file_record(struct perf_file *f, struct window *window, size_t *offset,
		      struct perf_record *record)
{
	size_t left = f->data_end - *offset;
	struct cursor in;
	const u8 *bytes;
	u32 rest;
	u64 size, more = 0;

	if (left < 8) {
		f->cut |= left > 0;
		return false;
	}
	bytes = see(f, window, *offset, left < 16 ? left : 16);
	if (!bytes)
		return false;
	in = (struct cursor){ bytes, bytes + (left < 16 ? left : 16), false };
	record->type = cursor_u32(&in);
	rest = cursor_u32(&in);
	record->misc = (u16)rest;
	size = rest >> 16;
	/* What follows the record of a trace is not in its size. */
	if (record->type == PERF_FILE_AUXTRACE && size >= 16)
		more = cursor_u64(&in);
	else if (record->type == PERF_FILE_TRACING_DATA && size >= 12)
		more = (cursor_u32(&in) + 7ull) & ~7ull;
	if (size < 8 || size > left || more > left - size) {
		f->cut = true;
		return false;
	}
	bytes = see(f, window, *offset, (size_t)size);
	if (!bytes)
		return false;
	record->at = bytes + 8;
	record->end = bytes + size;
	*offset += (size_t)(size + more);
	return true;
}

int perf_file_take(struct perf_file *f, const struct perf_record *record)
{
	struct cursor in = { record->at, record->end, false };
	u64 feature;

	switch (record->type) {
	case PERF_FILE_ATTR:
		return f->pipe ? take_attr(f, record) : 0;
	case PERF_FILE_BUILD_ID:
		return perf_feature_build_id(f, record->misc, in);
	case PERF_FILE_FEATURE:
		feature = cursor_u64(&in);
		return feature < FEATURES ? perf_feature_take(f, (unsigned)feature, in) : 0;
	case PERF_FILE_COMPRESSED:
		return diag_say(f->diag, -EPROTO,
				"%s: its records are compressed (perf record -z), which pmc cannot "
				"read; 'perf inject -i %s -o FILE' writes them plain",
				f->name, f->name);
	}
	return 0;
}

static int compare_ids(const void *a, const void *b)
{
	const struct perf_id *x = a, *y = b;

	if (x->id != y->id)
		return x->id < y->id ? -1 : 1;
	return x->event < y->event ? -1 : x->event > y->event;
}

void perf_file_finish(struct perf_file *f)
{
	size_t i;

	if (f->n_ids)
		qsort(f->ids, f->n_ids, sizeof(*f->ids), compare_ids);
	for (i = 0; i < f->n_events; i++)
		perf_name_event(&f->events[i]);
}

int perf_file_event(const struct perf_file *f, u64 id)
{
	size_t low = 0, high = f->n_ids, middle;

	while (low < high) {
		middle = low + (high - low) / 2;
		if (f->ids[middle].id < id)
			low = middle + 1;
		else
			high = middle;
	}
	return low < f->n_ids && f->ids[low].id == id ? (int)f->ids[low].event : -1;
}
