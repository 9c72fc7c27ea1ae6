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

/* Code whose traces are in the index, and not to be found yet, in order. */
static struct index_range asleep[INDEX_RANGES];
static u32 n_asleep;

static u32 slots_of(u32 traces)
{
	return traces * 2;
}

static u64 level_size(u32 slots)
{
	return PAGE_UP(slots * sizeof(u32) + slots / 2);
}

u64 index_size(u32 traces)
{
	return 2 * level_size(slots_of(traces)) + MAX_LEVELS * PAGE_SIZE;
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
	n_asleep = 0;
}

/* By cache_keep(), so that a table serves in other processes. The cache begins at a round address,
 * so that leaves the low bits as they are. */
static u64 hash_of(u64 kept, bool model)
{
	return (kept * 2 + model) * 0x9e3779b97f4a7c15ull;
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

static u64 *filter_word(const struct level *l, u64 kept, bool model)
{
	return &l->filter[place_of(hash_of(kept / 64, model)) & l->lines];
}

static u64 filter_bit(u64 kept)
{
	return 1ull << (kept & 63);
}

/* The last range that begins at the address or before it. NULL: there is none. */
static struct index_range *range_of(u64 pc)
{
	u32 low = 0, high = n_asleep;

	while (low < high) {
		u32 middle = (low + high) / 2;

		if (asleep[middle].start <= pc)
			low = middle + 1;
		else
			high = middle;
	}
	return low ? &asleep[low - 1] : NULL;
}

static bool sleeps(u64 pc)
{
	const struct index_range *r = range_of(pc);

	return r && pc < __atomic_load_n(&r->end, __ATOMIC_ACQUIRE);
}

struct trace *index_find(u64 pc, bool model)
{
	const struct level *l = __atomic_load_n(&now, __ATOMIC_ACQUIRE);
	u64 kept = cache_keep(pc), hash = hash_of(kept, model);
	u32 h = place_of(hash), tag = tag_of(hash);

	if (!(*filter_word(l, kept, model) & filter_bit(kept)))
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
			return sleeps(pc) ? NULL : tr;
	}
}

/* Adds a trace by its number plus 1. Returns whether a free slot was used. */
static bool add(const struct level *l, u32 number)
{
	const struct trace *tr = &cache.traces[number - 1];
	u64 hash = hash_of(tr->begins, asks_model(tr));
	u64 *word = filter_word(l, tr->begins, asks_model(tr));
	u32 h = place_of(hash), old;

	/* Nobody else writes here, and a locked instruction would wait for each cache miss. */
	__atomic_store_n(word, *word | filter_bit(tr->begins), __ATOMIC_RELEASE);
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

static struct level *level_for(u32 traces)
{
	struct level *l = levels;

	while (l->mask / 2 < traces && l < &levels[n_levels - 1])
		l++;
	return l;
}

u64 index_table_size(u32 traces)
{
	return level_size(level_for(traces)->mask + 1);
}

void index_put(void *table, u32 traces, u32 number)
{
	struct level l;

	put_level(&l, table, level_for(traces)->mask + 1);
	add(&l, number);
}

void *index_table(u32 traces)
{
	return level_for(traces)->slots;
}

void index_inherit(u32 traces, u32 n, const struct index_range *ranges, u32 n_ranges)
{
	used = n;
	for (u32 i = 0; i < n_ranges; i++) {
		u32 at = n_asleep++;

		for (; at && asleep[at - 1].start > ranges[i].start; at--)
			asleep[at] = asleep[at - 1];
		asleep[at] = ranges[i];
	}
	__atomic_store_n(&now, level_for(traces), __ATOMIC_RELEASE);
}

void index_wake(u64 start)
{
	struct index_range *r = range_of(start);

	__atomic_store_n(&r->end, r->start, __ATOMIC_RELEASE);
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
	u32 h = place_of(hash_of(tr->begins, asks_model(tr)));

	for (; l->slots[h & l->mask]; h++)
		if (number_of(l->slots[h & l->mask]) == want) {
			l->slots[h & l->mask] = DELETED;
			return;
		}
}
