/* SPDX-License-Identifier: BSD-2-Clause */
/* See perf_feature.h. What is wrong in a feature is left out, because the counts do not need it. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/quote.h"
#include "lib/base/vector.h"
#include "lib/profile/import/perf_feature.h"
#include "lib/profile/import/perf_file.h"

#define BUILD_ID   2u
#define COMMAND	   11u
#define EVENT_DESC 12u

/* With this bit of misc the build-id says its size; otherwise it has 20 bytes. */
#define MISC_BUILD_ID_SIZE (1u << 15)

/* A text: u32 size, so many bytes, of which a zero byte ends the text; cut to fit. */
static void read_text(struct cursor *in, char *text, size_t size)
{
	u32 n = cursor_u32(in);
	const u8 *bytes = cursor_bytes(in, n);

	snprintf(text, size, "%.*s", bytes ? (int)(n < size ? n : size) : 0,
		 bytes ? (const char *)bytes : "");
}

/* ---- Build-ids ---- */

static u64 hash_of(const struct perf_file *f, const char *path)
{
	return table_mix_bytes(f->seed, path, strlen(path));
}

int perf_feature_build_id(struct perf_file *f, unsigned misc, struct cursor in)
{
	struct perf_build_id *id;
	const u8 *bytes;
	size_t left;
	u8 size;

	cursor_u32(&in);
	bytes = cursor_bytes(&in, 24);
	left = (size_t)(in.end - in.at);
	if (!bytes || !left || !memchr(in.at, 0, left))
		return 0;
	size = misc & MISC_BUILD_ID_SIZE ? bytes[20] : 20;
	if (!size || size > 20)
		return 0;
	if (vector_reserve(&f->build_ids, &f->build_ids_room, f->n_build_ids + 1,
			   sizeof(*f->build_ids)))
		return -ENOMEM;
	id = &f->build_ids[f->n_build_ids];
	*id = (struct perf_build_id){ .path = strdup((const char *)in.at), .n = size };
	if (!id->path)
		return -ENOMEM;
	memcpy(id->bytes, bytes, size);
	return table_add(&f->build_id_table, hash_of(f, id->path), (u32)f->n_build_ids++);
}

static int read_build_ids(struct perf_file *f, struct cursor in)
{
	struct cursor one;
	u32 rest;
	int err;

	while (in.end - in.at > 8) {
		cursor_u32(&in);
		rest = cursor_u32(&in);
		if (rest >> 16 < 8 || (u64)(in.end - in.at) < (rest >> 16) - 8)
			break;
		one = (struct cursor){ in.at, in.at + (rest >> 16) - 8, false };
		in.at = one.end;
		err = perf_feature_build_id(f, rest & 0xffff, one);
		if (err)
			return err;
	}
	return 0;
}

const struct perf_build_id *perf_feature_find(const struct perf_file *f, const char *path)
{
	struct table_probe probe = table_probe(hash_of(f, path));

	while (table_next(&f->build_id_table, &probe))
		if (!strcmp(f->build_ids[probe.index].path, path))
			return &f->build_ids[probe.index];
	return NULL;
}

/* ---- The command ---- */

static void read_command(struct perf_file *f, struct cursor in)
{
	u32 words = cursor_u32(&in);
	char word[1024], *at = f->command, *const end = at + sizeof(f->command);

	for (; words && !in.bad; words--) {
		read_text(&in, word, sizeof(word));
		if (in.bad || (size_t)(end - at) < 1 + quote_room(word))
			break;
		if (at > f->command)
			*at++ = ' ';
		at = quote_word(at, word);
	}
}

/* ---- Names of events ---- */

/* Which event the description with these ids is of: by its first id, otherwise by its place. */
static struct perf_event *described(struct perf_file *f, size_t i, struct cursor ids, u32 n)
{
	u64 id = n ? cursor_u64(&ids) : 0;
	size_t k;

	for (k = 0; n && k < f->n_events; k++)
		if (f->events[k].n_ids && f->ids[f->events[k].first_id].id == id)
			return &f->events[k];
	return i < f->n_events ? &f->events[i] : NULL;
}

static void read_events(struct perf_file *f, struct cursor in)
{
	u32 n = cursor_u32(&in), size = cursor_u32(&in), ids;
	struct perf_event *event;
	struct cursor at;
	char name[128];
	size_t i;

	for (i = 0; i < n && i < 4096 && !in.bad; i++) {
		cursor_bytes(&in, size);
		ids = cursor_u32(&in);
		read_text(&in, name, sizeof(name));
		at = in;
		cursor_bytes(&in, (u64)ids * 8);
		if (in.bad)
			break;
		event = described(f, i, at, ids);
		if (event)
			memcpy(event->name, name, sizeof(name));
	}
}

bool perf_feature_concerns(unsigned feature)
{
	return feature == BUILD_ID || feature == COMMAND || feature == EVENT_DESC;
}

int perf_feature_take(struct perf_file *f, unsigned feature, struct cursor in)
{
	switch (feature) {
	case BUILD_ID:
		return read_build_ids(f, in);
	case COMMAND:
		read_command(f, in);
		break;
	case EVENT_DESC:
		read_events(f, in);
		break;
	}
	return 0;
}
