/* SPDX-License-Identifier: BSD-2-Clause */
/* A log that a fork went on from becomes the beginning of the other one, since both have the same
 * addresses. A heritage's log has others, and stays one of its own. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/sum.h"
#include "lib/backends/emulated/kept/digest_make.h"
#include "lib/backends/emulated/kept/folder.h"
#include "lib/backends/emulated/kept/records.h"
#include "lib/backends/emulated/profile/earlier.h"
#include "lib/backends/emulated/profile/logs.h"
#include "lib/base/vector.h"
#include "lib/profile/own/bytes.h"

#define DEEPEST 256u /* logs that are read inside of one another */

struct piece {
	u32 log;
	u64 at;
	u8 *bytes;
	size_t n, max;
	size_t trace; /* where the newest trace is, which may go on; NO_TRACE: none may */
};
#define NO_TRACE ((size_t)-1)
struct pieces {
	struct shared *sh;
	struct earlier *earlier;
	struct piece *all[EMU_MAX_KEPT_LOGS];
	u32 n;
	bool failed;
};

static u32 find(struct pieces *p, u32 log, u64 at, unsigned depth);

static bool reserve(struct pieces *p, struct piece *to, size_t size)
{
	p->failed |= to->n + size > RECORDS_MOST ||
		     vector_reserve(&to->bytes, &to->max, to->n + size, 1) != 0;
	return !p->failed;
}

static void put(struct pieces *p, struct piece *to, const struct emu_log_head *record)
{
	if (!reserve(p, to, record->size))
		return;
	memcpy(to->bytes + to->n, record, record->size);
	to->n += record->size;
}

/* ---- Traces ---- */

/* What a record of a trace says of its instructions. */
struct words {
	const u16 *at;
	size_t n, last; /* where the last instruction's is */
	u64 first, end; /* where the first instruction is, and what is behind the last one */
};

static size_t width(u16 word)
{
	return word & EMU_LOG_FAR ? 3 : 1;
}

static bool find_words(const struct emu_log_trace *r, struct words *w)
{
	size_t most = (r->head.size - sizeof(*r)) / sizeof(u16);
	unsigned i;

	*w = (struct words){ .at = (const u16 *)(r + 1), .end = r->pc };
	for (i = 0; i < r->n; i++) {
		const u16 *at = w->at + w->n;

		if (w->n == most || w->n + width(*at) > most)
			return false;
		if (*at & EMU_LOG_FAR)
			w->end += (u64)(s64)(s32)((u32)at[1] | (u32)at[2] << 16);
		w->first = i ? w->first : w->end;
		w->end += *at & EMU_LOG_LENGTH;
		w->last = w->n;
		w->n += width(*at);
	}
	return r->n;
}

/* The words of instructions that follow those before, which end there. Returns how many, 0: a
 * distance is too large. */
static size_t follow(u16 *to, const struct words *w, u64 end)
{
	s64 distance = (s64)(w->first - end);
	size_t skip = width(w->at[0]), n = 0;

	if (distance != (s32)distance)
		return 0;
	to[n++] = (u16)(w->at[0] & ~EMU_LOG_FAR) | (distance ? EMU_LOG_FAR : 0);
	if (distance) {
		to[n++] = (u16)distance;
		to[n++] = (u16)((u32)distance >> 16);
	}
	memcpy(to + n, w->at + skip, (w->n - skip) * sizeof(u16));
	return n + w->n - skip;
}

/*
 * Puts a trace's instructions behind the others of its newest record, which saves a record for
 * nearly each branch. False: they do not fit there.
 */
static bool join_trace(struct pieces *p, struct piece *to, const struct emu_log_trace *more)
{
	u16 words[EMU_LOG_MAX / sizeof(u16)];
	struct emu_log_trace *r;
	struct words have, add;
	size_t n, size, behind;
	u16 *at;

	if (to->trace == NO_TRACE || !reserve(p, to, more->head.size))
		return false;
	r = (struct emu_log_trace *)(to->bytes + to->trace);
	if (r->trace != more->trace || r->first + r->n != more->first || !find_words(r, &have) ||
	    !find_words(more, &add) || r->n + more->n > UINT16_MAX)
		return false;
	n = follow(words, &add, have.end);
	size = sizeof(*r) + ((have.n + n) * sizeof(u16) + 7) / 8 * 8;
	if (!n || size > EMU_LOG_MAX)
		return false;
	behind = to->trace + r->head.size;
	memmove(to->bytes + to->trace + size, to->bytes + behind, to->n - behind);
	to->n += size - r->head.size;
	at = (u16 *)(r + 1);
	at[have.last] = (u16)((at[have.last] & ~EMU_LOG_COUNTED) | more->last << 4);
	memcpy(at + have.n, words, n * sizeof(u16));
	memset(at + have.n + n, 0, size - sizeof(*r) - (have.n + n) * sizeof(u16));
	r->head.size = (u32)size;
	r->n = (u16)(r->n + more->n);
	return true;
}

static void put_trace(struct pieces *p, struct piece *to, const struct emu_log_trace *r)
{
	if (r->head.size < sizeof(*r)) {
		p->failed = true;
		return;
	}
	if (r->first && join_trace(p, to, r))
		return;
	to->trace = to->n;
	put(p, to, &r->head);
}

static void put_heritage(struct pieces *p, struct piece *to, const struct emu_log_heritage *from,
			 unsigned depth)
{
	struct emu_log_heritage record = *from;

	record.log = find(p, from->log, from->at, depth + 1);
	if (record.log && !to->n)
		put(p, to, &record.head);
	else
		p->failed = true;
}

/* Traces begin anew. Mappings stay. */
static void reset(struct piece *to)
{
	size_t from = 0, kept = 0;

	while (from < to->n) {
		const struct emu_log_head *record = (const struct emu_log_head *)(to->bytes + from);
		size_t size = record->size;

		if (record->kind == EMU_LOG_MAP) {
			memmove(to->bytes + kept, to->bytes + from, size);
			kept += size;
		}
		from += size;
	}
	to->n = kept;
	to->trace = NO_TRACE;
}

static void read_record(struct pieces *p, struct piece *to, const struct emu_log_head *record,
			unsigned depth)
{
	switch (record->kind) {
	case EMU_LOG_MAP:
		/* What comes then may lie there. */
		to->trace = NO_TRACE;
		put(p, to, record);
		break;
	case EMU_LOG_TRACE:
		put_trace(p, to, (const struct emu_log_trace *)record);
		break;
	case EMU_LOG_EXIT:
	case EMU_LOG_MANY:
		put(p, to, record);
		break;
	case EMU_LOG_RESET:
		reset(to);
		break;
	case EMU_LOG_HERITAGE:
		put_heritage(p, to, (const struct emu_log_heritage *)record, depth);
		break;
	default:
		break;
	}
}

static void read_until(struct pieces *p, struct piece *to, u32 log, u64 at, unsigned depth)
{
	const struct emu_log *head = log && log <= EMU_MAX_CHUNKS ? logs_head(p->sh, log - 1) :
								    NULL;
	const struct emu_log_head *record;
	struct log_reader reader;

	if (!head || depth > DEEPEST) {
		p->failed = true;
		return;
	}
	if (head->parent)
		read_until(p, to, head->parent, head->parent_at, depth + 1);
	logs_begin(&reader, p->sh, log - 1);
	while (!p->failed && logs_position(&reader) < at && (record = logs_next(&reader)))
		read_record(p, to, record, depth);
	p->failed |= logs_position(&reader) != at;
}

/* A log of an earlier recording. */
static void read_earlier(struct pieces *p, struct piece *to, u32 log, u64 at, unsigned depth)
{
	const struct emu_log_head *record;
	struct earlier_reader reader;

	if (depth > DEEPEST || !earlier_begin(&reader, p->earlier, log, at)) {
		p->failed = true;
		return;
	}
	while (!p->failed && (record = earlier_next(&reader)))
		read_record(p, to, record, depth);
	p->failed |= reader.failed;
	earlier_end(&reader);
}

/* The number of a log, which is made if need be. 0: it cannot be made. */
static u32 find(struct pieces *p, u32 log, u64 at, unsigned depth)
{
	struct piece *made;
	u32 i;

	for (i = 0; i < p->n; i++)
		if (p->all[i]->log == log && p->all[i]->at == at)
			return i + 1;
	made = calloc(1, sizeof(*made));
	if (!made)
		return 0;
	made->trace = NO_TRACE;
	made->log = log;
	made->at = at;
	if (log & EMU_LOG_KEPT)
		read_earlier(p, made, log, at, depth);
	else
		read_until(p, made, log, at, depth);
	if (p->failed || p->n == EMU_MAX_KEPT_LOGS) {
		p->failed = true;
		free(made->bytes);
		free(made);
		return 0;
	}
	p->all[p->n++] = made;
	return p->n;
}

static u64 sum_of(const u8 *at, const u8 *end)
{
	u64 sum = 0, n;

	for (; at < end; at += n) {
		n = (u64)(end - at) < SUM_PIECE ? (u64)(end - at) : SUM_PIECE;
		sum = sum_add(sum, (const u64 *)at, n / sizeof(u64));
	}
	return sum;
}

/* Completes the head, of so much as there is. */
static void put_head(struct bytes *logs)
{
	struct emu_kept_logs *k = (struct emu_kept_logs *)logs->data;

	if (logs->failed)
		return;
	k->size = logs->n;
	k->head = sum_words(&k->head + 1, EMU_KEPT_WORDS);
}

/* Puts the logs behind a head. */
static void join(const struct pieces *p, struct bytes *out)
{
	struct emu_kept_logs head = { .logs = sizeof(head), .n = p->n };
	u32 i;

	for (i = 0; i < p->n; i++)
		head.logs += sizeof(u64) + p->all[i]->n;
	bytes_add(out, &head, sizeof(head));
	for (i = 0; i < p->n; i++) {
		u64 n = p->all[i]->n;

		bytes_add(out, &n, sizeof(n));
		bytes_add(out, p->all[i]->bytes, n);
	}
	if (!out->failed)
		((struct emu_kept_logs *)out->data)->sum = sum_of(out->data + sizeof(head),
								  out->data + out->n);
	put_head(out);
}

/* Fills the last page. Returns the memory; NULL: there is none. */
static void *finish(struct bytes *logs, u64 *size)
{
	static const u8 zeros[KEPT_UNIT];

	bytes_add(logs, zeros, (size_t)(-(u64)logs->n % KEPT_UNIT));
	if (logs->failed || logs->n > RECORDS_MOST) {
		bytes_deinit(logs);
		return NULL;
	}
	*size = logs->n;
	return logs->data;
}

void *records_make(struct shared *sh, struct earlier *earlier, u32 log, u64 at, u64 *size)
{
	struct pieces p = { .sh = sh, .earlier = earlier };
	struct bytes logs = { 0 };
	void *made = NULL;
	u32 i;

	if (find(&p, log, at, 0)) {
		join(&p, &logs);
		if (!logs.failed)
			digest_add(&logs);
		put_head(&logs);
		made = finish(&logs, size);
	}
	for (i = 0; i < p.n; i++) {
		free(p.all[i]->bytes);
		free(p.all[i]);
	}
	return made;
}
