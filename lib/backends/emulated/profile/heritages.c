/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * See heritages.h. The other log is read up to the position, with what it goes on from, but for
 * counts. It may not have been read before, or have gone on since, or be one of an earlier
 * recording.
 */
#include <errno.h>
#include <stdlib.h>

#include "lib/backends/emulated/profile/digest.h"
#include "lib/backends/emulated/profile/earlier.h"
#include "lib/backends/emulated/profile/heritages.h"
#include "lib/backends/emulated/profile/logs.h"
#include "lib/backends/emulated/profile/space.h"
#include "lib/base/vector.h"

/* Logs that are read inside of one another. More would be a circle. */
#define DEEPEST 4096u

struct heritage_known {
	u32 log;
	u64 at;
	enum { BEING_READ, GIVEN_AWAY, KNOWN } state; /* most are wanted once, and given away */
	struct space space;			      /* of a known one: without mappings */
};

static void take(struct heritages *h, const struct emu_log_heritage *record, struct space *s,
		 unsigned depth);

static void fail(struct space *s, int err)
{
	if (!s->err)
		s->err = err;
}

/* Takes in what a record tells of traces. Counts are others'. */
static void read_record(struct heritages *h, const struct emu_log_head *record, u64 position,
			struct space *s, unsigned depth)
{
	switch (record->kind) {
	case EMU_LOG_MAP:
	case EMU_LOG_TRACE:
	case EMU_LOG_EXIT:
	case EMU_LOG_MANY: /* where the jump goes is not known here either */
	case EMU_LOG_RESET:
		space_read(s, record, position, h->objects);
		break;
	case EMU_LOG_HERITAGE:
		take(h, (const struct emu_log_heritage *)record, s, depth + 1);
		break;
	default:
		break;
	}
}

/* Reads what a log of this recording (its first chunk plus 1) says up to the position. */
static void read_until(struct heritages *h, u32 log, u64 at, struct space *s, unsigned depth)
{
	const struct emu_log *head = log && log <= EMU_MAX_CHUNKS ? logs_head(h->sh, log - 1) :
								    NULL;
	const struct emu_log_head *record;
	struct log_reader reader;

	if (!head || depth > DEEPEST) {
		fail(s, -EPROTO);
		return;
	}
	if (head->parent)
		read_until(h, head->parent, head->parent_at, s, depth + 1);
	logs_begin(&reader, h->sh, log - 1);
	while (!s->err && logs_position(&reader) < at && (record = logs_next(&reader)))
		read_record(h, record, logs_position(&reader), s, depth);
	if (logs_position(&reader) != at)
		fail(s, -EPROTO);
}

/* Reads what a log of an earlier recording says. */
static void read_earlier(struct heritages *h, u32 log, u64 at, struct space *s, unsigned depth)
{
	const struct emu_log_head *record;
	struct earlier_reader reader;
	u64 position = 0;

	if (depth > DEEPEST || !earlier_begin(&reader, h->earlier, log, at)) {
		fail(s, -EPROTO);
		return;
	}
	while (!s->err && (record = earlier_next(&reader))) {
		position += record->size;
		read_record(h, record, position, s, depth);
	}
	if (reader.failed)
		fail(s, -EPROTO);
	earlier_end(&reader);
}

static struct heritage_known *find(const struct heritages *h, u32 log, u64 at)
{
	size_t i;

	for (i = h->n; i--;)
		if (h->known[i]->log == log && h->known[i]->at == at)
			return h->known[i];
	return NULL;
}

static struct heritage_known *add(struct heritages *h, const struct emu_log_heritage *record,
				  struct space *s)
{
	struct heritage_known *k = calloc(1, sizeof(*k));

	if (!k || vector_reserve(&h->known, &h->max, h->n + 1, sizeof(*h->known))) {
		fail(s, -ENOMEM);
		free(k);
		return NULL;
	}
	k->log = record->log;
	k->at = record->at;
	h->known[h->n++] = k;
	return k;
}

/* Reads it into an empty space. */
static void read(struct heritages *h, const struct heritage_known *k, const struct space *like,
		 struct space *into, unsigned depth)
{
	space_begin_heritage(into, like);
	if (digest_take(h->earlier, k->log, k->at, h->objects, into))
		return;
	if (k->log & EMU_LOG_KEPT)
		read_earlier(h, k->log, k->at, into, depth);
	else
		read_until(h, k->log, k->at, into, depth);
	space_end_heritage(into);
}

/* Reads it for somebody who gets all of it. */
static void give(struct heritages *h, const struct heritage_known *k, struct space *s,
		 unsigned depth)
{
	struct space made;

	read(h, k, s, &made, depth);
	fail(s, made.err);
	if (!s->err)
		space_inherit_whole(s, &made);
	space_deinit(&made);
}

/* Reads it, to lend it to one after another. */
static void keep(struct heritages *h, struct heritage_known *k, struct space *s, unsigned depth)
{
	k->state = BEING_READ;
	space_deinit(&k->space);
	read(h, k, s, &k->space, depth);
	k->state = KNOWN;
}

static void take(struct heritages *h, const struct emu_log_heritage *record, struct space *s,
		 unsigned depth)
{
	struct heritage_known *k = find(h, record->log, record->at);

	if (!k) {
		k = add(h, record, s);
		if (k)
			give(h, k, s, depth);
		if (k)
			k->state = GIVEN_AWAY;
		return;
	}
	if (k->state == GIVEN_AWAY || k->space.spoiled)
		keep(h, k, s, depth);
	fail(s, k->state == KNOWN ? k->space.err : -EPROTO);
	if (s->err)
		return;
	if (k->space.lent)
		give(h, k, s, depth);
	else if (depth)
		space_inherit(s, &k->space); /* which keeps it */
	else
		space_borrow(s, &k->space);
}

void heritages_take(struct heritages *h, const struct emu_log_heritage *record, struct space *s)
{
	take(h, record, s, 0);
}

void heritages_deinit(struct heritages *h)
{
	size_t i;

	for (i = 0; i < h->n; i++) {
		space_deinit(&h->known[i]->space);
		free(h->known[i]);
	}
	free(h->known);
}
