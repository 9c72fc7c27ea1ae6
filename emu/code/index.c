// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * Open addressing with a step of one. A table that is half full is replaced by one of twice its
 * size; the last one may be filled to three quarters.
 *
 * What the selection of traces asks most often is whether a trace begins at one instruction after
 * another, and mostly none does. A filter of four bits for each slot answers that. All addresses in
 * 64 bytes of code have one word of it, so such questions find it in the processor's cache. A slot
 * has twelve bits of the hash value, too, so that a lookup seldom reads another trace's address.
 *
 * A thread that looks something up without the lock may still use the table before the last one.
 * It finds there what was live when it came, as if it had come a moment earlier.
 */
#include "emu/code/index.h"
#include "emu/base/arena.h"
#include "emu/base/string.h"
#include "emu/base/types.h"
#include "emu/code/cache.h"

#define FIRST_SIZE  (4u << 10) /* slots */
#define MAX_LEVELS  9	       /* enough for 512K traces */
#define NUMBER_BITS 20
#define DELETED	    (1u << NUMBER_BITS) /* it has no number */

struct level {
	u32 *slots;  /* trace index + 1, below its tag; 0: free */
	u64 *filter; /* a word for each few lines of 64 bytes, a bit for each address in a line */
	u32 mask, lines;
};

static struct level levels[MAX_LEVELS];
static u32 n_levels;
static struct level *volatile now;
FORKED static u32 used; /* slots of it that are not free */

static u32 slots_of(u32 traces)
{
	return traces * 2;
}

static u64 level_size(u32 slots)
{
	return slots * sizeof(u32) + slots / 2;
}

u64 index_size(u32 traces)
{
	return PAGE_UP(2 * level_size(slots_of(traces)));
}

static void put_level(struct level *l, u8 *at, u32 n)
{
	l->slots = (u32 *)at;
	l->filter = (u64 *)(at + n * sizeof(u32));
	l->mask = n - 1;
	l->lines = n / 16 - 1;
}

/* The largest one comes first, so that the one that large compilers need shares large pages with
 * what lies behind. */
void index_init(void *memory, u32 traces)
{
	u32 most = slots_of(traces), n = most;
	u8 *p = (u8 *)memory + level_size(most);

	while (n > FIRST_SIZE)
		n /= 2;
	for (n_levels = 0; n < most; n *= 2) {
		put_level(&levels[n_levels++], p, n);
		p += level_size(n);
	}
	put_level(&levels[n_levels++], memory, most);
	now = &levels[0];
	used = 0;
}

bool index_room(void)
{
	return now < &levels[n_levels - 1] || used < now->mask / 4 * 3;
}

void index_clear(void)
{
	for (struct level *l = levels; l <= now; l++)
		memset(l->slots, 0, level_size(l->mask + 1));
	now = &levels[0];
	used = 0;
}

static u64 hash_of(u64 pc, bool model)
{
	return (pc * 2 + model) * 0x9e3779b97f4a7c15ull;
}

static u32 place_of(u64 hash)
{
	return (u32)(hash >> 40);
}

/* What a slot has of the hash value: none of the bits that place_of() takes. */
static u32 tag_of(u64 hash)
{
	return (u32)(hash >> 8) & ~((1u << NUMBER_BITS) - 1);
}

static u32 number_of(u32 slot)
{
	return slot & ((1u << NUMBER_BITS) - 1);
}

static bool asks_model(const struct trace *tr)
{
	return tr->flags & TR_MODEL;
}

static u64 *filter_word(const struct level *l, u64 pc, bool model)
{
	return &l->filter[place_of(hash_of(pc / 64, model)) & l->lines];
}

static u64 filter_bit(u64 pc)
{
	return 1ull << (pc & 63);
}

struct trace *index_find(u64 pc, bool model)
{
	const struct level *l = __atomic_load_n(&now, __ATOMIC_ACQUIRE);
	u64 hash = hash_of(pc, model);
	u32 h = place_of(hash), tag = tag_of(hash);

	if (!(*filter_word(l, pc, model) & filter_bit(pc)))
		return NULL;
	for (;; h++) {
		u32 v = __atomic_load_n(&l->slots[h & l->mask], __ATOMIC_ACQUIRE);
		struct trace *tr;

		if (!v)
			return NULL;
		if ((v ^ tag) >> NUMBER_BITS || v == DELETED)
			continue;
		tr = &cache.traces[number_of(v) - 1];
		if (trace_pc(tr) == pc && asks_model(tr) == model)
			return tr;
	}
}

/* Adds a trace by its number plus 1. Returns whether a free slot was used. */
static bool add(const struct level *l, u32 number)
{
	const struct trace *tr = &cache.traces[number - 1];
	u64 hash = hash_of(trace_pc(tr), asks_model(tr));
	u64 *word = filter_word(l, trace_pc(tr), asks_model(tr));
	u32 h = place_of(hash), old;

	/* Nobody else writes here, and a locked instruction would wait for each cache miss. */
	__atomic_store_n(word, *word | filter_bit(trace_pc(tr)), __ATOMIC_RELEASE);
	while (l->slots[h & l->mask] && l->slots[h & l->mask] != DELETED)
		h++;
	old = l->slots[h & l->mask];
	__atomic_store_n(&l->slots[h & l->mask], tag_of(hash) | number, __ATOMIC_RELEASE);
	return !old;
}

static void grow(void)
{
	struct level *old = now, *next = old + 1;

	used = 0;
	for (u32 i = 0; i <= old->mask; i++)
		if (old->slots[i] && old->slots[i] != DELETED)
			used += add(next, number_of(old->slots[i]));
	__atomic_store_n(&now, next, __ATOMIC_RELEASE);
}

void index_reserve(u32 traces)
{
	struct level *l = now;

	while (l->mask / 2 < traces && l < &levels[n_levels - 1])
		l++;
	if (traces > FIRST_SIZE)
		arena_fill(l->slots, level_size(l->mask + 1));
	__atomic_store_n(&now, l, __ATOMIC_RELEASE);
}

void index_prepare(const struct trace *tr)
{
	const struct level *l = now;

	__builtin_prefetch(filter_word(l, trace_pc(tr), asks_model(tr)), 1);
	__builtin_prefetch(&l->slots[place_of(hash_of(trace_pc(tr), asks_model(tr))) & l->mask], 1);
}

void index_insert(struct trace *tr)
{
	if (used > now->mask / 2 && now < &levels[n_levels - 1])
		grow();
	used += add(now, (u32)(tr - cache.traces) + 1);
}

void index_remove(const struct trace *tr)
{
	const struct level *l = now;
	u32 want = (u32)(tr - cache.traces) + 1;
	u32 h = place_of(hash_of(trace_pc(tr), asks_model(tr)));

	for (; l->slots[h & l->mask]; h++)
		if (number_of(l->slots[h & l->mask]) == want) {
			l->slots[h & l->mask] = DELETED;
			return;
		}
}
