// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See hashed.h. A place is the upper bits of a hash: place n becomes 2n or 2n+1. */
#include "emu/code/hashed.h"

#include "emu/base/arena.h"
#include "emu/base/string.h"

/* One place in eight has an entry, at most: two that want the same one forget each other. */
#define LOG_EMPTY 3

static bool is_free(const u8 *entry)
{
	u64 first;

	memcpy(&first, entry, sizeof(first));
	return !first;
}

/* From the last entry on, so that none comes upon one that has not moved yet. */
static void spread(struct hashed *h, const struct hashed_kind *kind)
{
	h->log++;
	for (u32 i = 1u << (h->log - 1); i-- > 0;) {
		u8 *from = (u8 *)kind->table + (u64)i * kind->size, *to;

		if (is_free(from))
			continue;
		to = hashed_at(h, kind, kind->hash(from));
		if (to == from)
			continue;
		memcpy(to, from, kind->size);
		memset(from, 0, kind->size);
	}
}

void hashed_expect(struct hashed *h, const struct hashed_kind *kind, u32 n)
{
	u32 log = h->log;

	while (log < kind->most && h->used + n > 1u << log >> LOG_EMPTY)
		log++;
	if (log == h->log)
		return;
	arena_fill((u8 *)kind->table + ((u64)kind->size << h->log),
		   ((u64)kind->size << log) - ((u64)kind->size << h->log));
	if (!h->used)
		h->log = log;
	while (h->log < log)
		spread(h, kind);
}

void *hashed_put(struct hashed *h, const struct hashed_kind *kind, const void *entry)
{
	u8 *at;

	hashed_expect(h, kind, 1);
	at = hashed_at(h, kind, kind->hash(entry));
	h->used += is_free(at);
	memcpy(at, entry, kind->size);
	return at;
}

u32 hashed_list(const struct hashed *h, const struct hashed_kind *kind, void *to)
{
	u32 n = 0;

	for (u32 i = 0; i >> h->log == 0; i++) {
		const u8 *entry = (const u8 *)kind->table + (u64)i * kind->size;

		if (is_free(entry))
			continue;
		if (to)
			memcpy((u8 *)to + (u64)n * kind->size, entry, kind->size);
		n++;
	}
	return n;
}
