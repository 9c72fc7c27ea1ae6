/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * emu/code/hashed.c: growing loses nothing, and entries are where their hash says; only one that
 * has the place of another takes it.
 *
 * links: emu/code/hashed.c
 */
#include "emu/base/arena.h"
#include "emu/code/hashed.h"
#include "tests/any.h"
#include "tests/tap.h"

#include <string.h>

#define MOST 14

struct entry {
	u64 key, value;
	u8 more[5]; /* so that the size is no power of two */
};

static struct entry table[1 << MOST], listed[1 << MOST];
static u64 filled; /* bytes, in all calls */

/* What hashed.c takes from the engine. */
void arena_fill(void *at, u64 size)
{
	ok((u8 *)at >= (u8 *)table && (u8 *)at + size <= (u8 *)(table + (1 << MOST)),
	   "what is filled is of the table");
	filled += size;
}

static u64 hash_of(const void *entry)
{
	return ((const struct entry *)entry)->key * 0x9e3779b97f4a7c15ull;
}

static const struct hashed_kind kind = { table, sizeof(table[0]), MOST, hash_of };

static const struct entry *find(const struct hashed *h, u64 key)
{
	const struct entry e = { .key = key }, *at = hashed_at(h, &kind, hash_of(&e));

	return at->key == key ? at : NULL;
}

/* Puts entries 1 to n, and notes for each that is lost that another one has its place. */
static u32 put_all(struct hashed *h, u64 n)
{
	u32 wrong = 0, taken = 0;

	for (u64 key = 1; key <= n; key++) {
		const struct entry e = { .key = key, .value = key * key }, *at;
		u32 before, after;

		hashed_expect(h, &kind, 1); /* so that nothing moves behind this */
		at = hashed_at(h, &kind, hash_of(&e));
		taken += at->key != 0;
		before = hashed_list(h, &kind, NULL);
		at = hashed_put(h, &kind, &e);
		after = hashed_list(h, &kind, NULL);
		wrong += at != find(h, key) || at->value != key * key;
		wrong += after != h->used || after + taken != key;
		wrong += after - before > 1;
	}
	return wrong;
}

static void grows(void)
{
	struct hashed h = { .log = HASHED_LOG };
	u32 n, wrong = 0;

	is_u64(put_all(&h, 1000), 0, "1,000 entries are put, one by one");
	is_u64(h.log, 13, "an eighth of the table has entries, at most");
	n = hashed_list(&h, &kind, listed);
	for (u32 i = 0; i < n; i++)
		wrong += !find(&h, listed[i].key) ||
			 listed[i].value != listed[i].key * listed[i].key;
	is_u64(wrong, 0, "all that are listed are found");
	for (u64 key = 1001; key <= 100000; key++)
		hashed_put(&h, &kind, &(struct entry){ .key = key });
	is_u64(h.log, MOST, "it grows no more than there is room");
	is_u64(hashed_list(&h, &kind, NULL), h.used, "all its entries are counted");
}

static void expects(void)
{
	struct hashed h = { .log = HASHED_LOG };

	memset(table, 0, sizeof(table));
	filled = 0;
	hashed_expect(&h, &kind, 16);
	ok(h.log == HASHED_LOG && !filled, "an eighth of the first entries needs no room");
	hashed_expect(&h, &kind, 17);
	ok(h.log == HASHED_LOG + 1 && filled == sizeof(table[0]) << HASHED_LOG, "one more does");
	hashed_expect(&h, &kind, 1u << 31);
	ok(h.log == MOST && filled == sizeof(table) - (sizeof(table[0]) << HASHED_LOG),
	   "more than there is room for");
	hashed_put(&h, &kind, &(struct entry){ .key = 7, .value = 9 });
	ok(find(&h, 7) && find(&h, 7)->value == 9 && h.used == 1, "an entry is put");
	hashed_put(&h, &kind, &(struct entry){ .key = 7, .value = 10 });
	ok(find(&h, 7)->value == 10 && h.used == 1, "again, with another value");
}

int main(void)
{
	grows();
	expects();
	return done();
}
