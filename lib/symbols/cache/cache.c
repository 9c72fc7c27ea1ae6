/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads and writes files with answers: a header, the answers, their lines, all names. */
#include <stdlib.h>
#include <string.h>

#include "core/base/sum.h"
#include "lib/base/vector.h"
#include "lib/symbols/base/hash.h"
#include "lib/symbols/cache/cache.h"
#include "lib/symbols/cache/folder.h"
#include "lib/symbols/cache/text.h"
#include "pmc/profile.h"

struct stored_answer {
	uint64_t start;
	uint32_t size; /* of the piece */
	uint16_t n, asked;
};
/*
 * A line: names are offsets; 0 is none. A symbol has, instead of line and column, how much of the
 * function stands before the piece and behind it.
 */
struct stored_line {
	uint32_t function, file, line, column;
};

#define UNCHECKED (offsetof(struct cache_header, key))

uint64_t cache_checksum(const void *bytes, size_t size)
{
	const char *at = (const char *)bytes + UNCHECKED;
	size_t n = (size - UNCHECKED) / sizeof(uint64_t), whole = n * sizeof(uint64_t);

	return sum_words((const u64 *)(const void *)at, n) ^
	       hash_bytes(at + whole, size - UNCHECKED - whole);
}

/* ---- Reading ---- */

/*
 * Takes answers, which must be sorted, apart from one another, and have as many lines as there are.
 */
static bool take_answers(struct answers *to, const char *at, size_t n, size_t n_lines)
{
	uint64_t reached = 0;
	uint32_t first = 0;
	size_t i;

	to->known = malloc((n + 1) * sizeof(*to->known));
	if (!to->known)
		return false;
	for (i = 0; i < n; i++, at += sizeof(struct stored_answer)) {
		struct stored_answer a;

		memcpy(&a, at, sizeof(a));
		if (a.start < reached || !a.size || a.size > UINT64_MAX - a.start ||
		    a.n > a.asked || a.n > n_lines - first)
			return false;
		reached = a.start + a.size;
		to->known[i] = (struct answer){
			.piece = { a.start, reached }, .first = first, .n = a.n, .asked = a.asked
		};
		first += a.n;
	}
	to->n_known = n;
	return first == n_lines;
}

static bool take_lines(struct answers *to, const char *at, size_t n, const char *text,
		       size_t n_text)
{
	size_t i;

	to->lines = malloc((n + 1) * sizeof(*to->lines));
	if (!to->lines)
		return false;
	for (i = 0; i < n; i++, at += sizeof(struct stored_line)) {
		struct stored_line line;

		memcpy(&line, at, sizeof(line));
		if (line.function >= n_text || line.file >= n_text)
			return false;
		to->lines[i] = (struct pmc_line){
			.function = line.function ? text + line.function : NULL,
			.file = line.file ? text + line.file : NULL,
			.line = line.line,
			.column = line.column,
		};
	}
	to->n_lines = to->n_known_lines = n;
	to->room_lines = n + 1;
	return true;
}

/* Finds where the functions of symbols begin and end. */
static bool take_functions(struct answers *to)
{
	size_t i;

	for (i = 0; i < to->n_known; i++) {
		struct answer *a = &to->known[i];
		const struct pmc_line *line = &to->lines[a->first];

		if (!a->n)
			continue;
		if (a->n > 1 || !line->function || line->line > a->piece.start ||
		    line->column > UINT64_MAX - a->piece.end)
			return false;
		a->start = a->piece.start - line->line;
		a->size = a->piece.end + line->column - a->start;
	}
	return true;
}

/* Forgets what is known of a kind. */
static void forget(struct cache *cache, enum answer_kind kind)
{
	answers_deinit(&cache->answers[kind]);
	cache->answers[kind].keep = cache->on;
	free(cache->file[kind]);
	cache->file[kind] = NULL;
}

bool cache_parse(struct cache *cache, enum answer_kind kind, void *bytes, size_t size)
{
	struct answers *to = &cache->answers[kind];
	const char *at = bytes, *end = at + size, *lines, *text;
	struct cache_header h;

	cache->key.kind = kind;
	if (size < sizeof(h))
		return false;
	memcpy(&h, at, sizeof(h));
	if (memcmp(h.magic, CACHE_MAGIC, sizeof(h.magic)) ||
	    memcmp(&h.key, &cache->key, sizeof(h.key)) || cache_checksum(bytes, size) != h.checksum)
		return false;
	at += sizeof(h);
	if (h.n_answers > (size_t)(end - at) / sizeof(struct stored_answer))
		return false;
	lines = at + h.n_answers * sizeof(struct stored_answer);
	if (h.n_lines > (size_t)(end - lines) / sizeof(struct stored_line))
		return false;
	text = lines + h.n_lines * sizeof(struct stored_line);
	if (h.n_text != (size_t)(end - text) || !h.n_text || end[-1])
		return false;
	if (take_answers(to, at, h.n_answers, h.n_lines) &&
	    take_lines(to, lines, h.n_lines, text, h.n_text) &&
	    (kind != ANSWER_SYMBOL || take_functions(to))) {
		cache->file[kind] = bytes;
		return true;
	}
	forget(cache, kind);
	return false;
}

void cache_begin(struct cache *cache, const char *path, const struct identity *object,
		 const struct identity *debug, bool linkage)
{
	unsigned k;

	cache->on = true;
	cache->key.object = *object;
	cache->key.debug = *debug;
	cache->key.linkage = linkage;
	strncpy(cache->key.version, PMC_VERSION, sizeof(cache->key.version) - 1);
	cache->name = hash_bytes(path, strlen(path)) ^ linkage << 2;
	for (k = 0; k < ANSWER_KINDS; k++)
		cache->answers[k].keep = true;
}

void cache_deinit(struct cache *cache)
{
	unsigned k;

	cache->on = false;
	for (k = 0; k < ANSWER_KINDS; k++)
		forget(cache, k);
}

void cache_read(struct cache *cache, enum answer_kind kind)
{
	size_t size = 0;
	void *bytes;

	cache->read[kind] = true;
	if (!cache->on)
		return;
	bytes = cache_folder_read(cache->name ^ kind, &size);
	if (bytes && !cache_parse(cache, kind, bytes, size))
		free(bytes);
}

/* ---- Writing ---- */

static int by_start(const void *a, const void *b)
{
	const struct answer *x = a, *y = b;

	return x->piece.start < y->piece.start ? -1 : x->piece.start > y->piece.start;
}

/* Sorts answers; mostly they are in order, as the places of a profile are. */
static void sort(struct answer *list, size_t n)
{
	size_t i;

	for (i = 1; i < n; i++)
		if (list[i].piece.start < list[i - 1].piece.start) {
			qsort(list, n, sizeof(*list), by_start);
			return;
		}
}

/*
 * Puts known and fresh answers together, in order; of those that overlap, one. The caller frees
 * them. NULL: no memory.
 */
static struct answer *merge(struct answers *answers, size_t *n)
{
	struct answer *all = malloc((answers->n_known + answers->n_fresh + 1) * sizeof(*all));
	size_t known = 0, fresh = 0;
	uint64_t reached = 0;

	*n = 0;
	if (!all)
		return NULL;
	sort(answers->fresh, answers->n_fresh);
	while (known < answers->n_known || fresh < answers->n_fresh) {
		const struct answer *next;

		if (fresh == answers->n_fresh ||
		    (known < answers->n_known &&
		     answers->known[known].piece.start < answers->fresh[fresh].piece.start))
			next = &answers->known[known++];
		else
			next = &answers->fresh[fresh++];
		if (next->piece.start < reached || next->piece.end <= next->piece.start)
			continue;
		reached = next->piece.end;
		all[(*n)++] = *next;
	}
	return all;
}

/* A file in memory while it is made. */
struct making {
	struct cache_header header;
	struct cache_text text;
	char *bytes;
	size_t n, room;
	bool failed;
};

static void put(struct making *m, const void *bytes, size_t n)
{
	m->failed = m->failed || vector_reserve(&m->bytes, &m->room, m->n + n, 1);
	if (m->failed)
		return;
	if (n)
		memcpy(m->bytes + m->n, bytes, n);
	m->n += n;
}

/* Makes an answer as it is stored. False: it does not fit. */
static bool store(const struct answer *a, enum answer_kind kind, struct stored_answer *stored)
{
	uint64_t size = a->piece.end - a->piece.start;

	/* Of a gap, a part will do. */
	if (!a->n && size > UINT32_MAX)
		size = UINT32_MAX;
	if (size > UINT32_MAX || (kind == ANSWER_SYMBOL && a->size > UINT32_MAX))
		return false;
	*stored = (struct stored_answer){ a->piece.start, size, a->n, a->asked };
	return true;
}

static void put_lines(struct making *m, const struct answers *answers, const struct answer *a)
{
	size_t k;

	for (k = 0; k < a->n; k++) {
		const struct pmc_line *line = &answers->lines[a->first + k];
		struct stored_line stored = {
			.function = cache_text_add(&m->text, line->function),
			.file = cache_text_add(&m->text, line->file),
			.line = line->line,
			.column = line->column,
		};

		if (m->header.key.kind == ANSWER_SYMBOL) {
			stored.line = a->piece.start - a->start;
			stored.column = a->start + a->size - a->piece.end;
		}
		put(m, &stored, sizeof(stored));
	}
	m->header.n_lines += a->n;
}

/* Puts answers and lines, in the same order. */
static void put_answers(struct making *m, struct answers *answers)
{
	size_t n, i;
	struct answer *all = merge(answers, &n);
	struct stored_answer stored;

	if (!all) {
		m->failed = true;
		return;
	}
	for (i = 0; i < n; i++)
		if (store(&all[i], m->header.key.kind, &stored)) {
			put(m, &stored, sizeof(stored));
			m->header.n_answers++;
		}
	for (i = 0; i < n; i++)
		if (store(&all[i], m->header.key.kind, &stored))
			put_lines(m, answers, &all[i]);
	free(all);
}

void cache_save(struct cache *cache, enum answer_kind kind)
{
	struct making m = { .header.key = cache->key };

	if (!cache->on || !(cache->answers[kind].n_fresh || cache->answers[kind].has_new))
		return;
	memcpy(m.header.magic, CACHE_MAGIC, sizeof(m.header.magic));
	m.header.key.kind = kind;
	put(&m, &m.header, sizeof(m.header));
	put_answers(&m, &cache->answers[kind]);
	cache_text_close(&m.text);
	put(&m, m.text.bytes, m.text.n);
	m.header.n_text = m.text.n;
	if (!m.failed && !m.text.failed) {
		memcpy(m.bytes, &m.header, sizeof(m.header));
		m.header.checksum = cache_checksum(m.bytes, m.n);
		memcpy(m.bytes, &m.header, sizeof(m.header));
		cache_folder_write(cache->name ^ kind, m.bytes, m.n);
	}
	cache_text_deinit(&m.text);
	free(m.bytes);
}
