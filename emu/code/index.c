// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * Open addressing with a step of one. A table that is half full is replaced by one of twice its
 * size; the last one may be filled to three quarters. A filter of two bits for each slot answers
 * most lookups that find nothing, which is what the selection of traces asks most often.
 *
 * A thread that looks something up without the lock may still use the table before the last one.
 * It finds there what was live when it came, as if it had come a moment earlier.
 */
#include "emu/code/index.h"
#include "emu/base/string.h"
#include "emu/base/types.h"
#include "emu/code/cache.h"

#define FIRST_SIZE (4u << 10) /* slots */
#define MAX_LEVELS 8	      /* enough for 256K traces */
#define DELETED	   (~0u)

struct level {
	u32 *slots;  /* trace index + 1; 0 free */
	u64 *filter; /* a bit per hash value; clear: no trace has it */
	u32 mask;
};

static struct level levels[MAX_LEVELS];
static u32 n_levels;
static struct level *volatile now;
static u32 used; /* slots of it that are not free */

static u32 slots_of(u32 traces)
{
	return traces * 2;
}

static u64 level_size(u32 slots)
{
	return slots * sizeof(u32) + slots / 4;
}

u64 index_size(u32 traces)
{
	return PAGE_UP(2 * level_size(slots_of(traces)));
}

void index_init(void *memory, u32 traces)
{
	u32 n = slots_of(traces);
	u8 *p = memory;

	while (n > FIRST_SIZE)
		n /= 2;
	for (n_levels = 0; n <= slots_of(traces); n *= 2) {
		struct level *l = &levels[n_levels++];

		l->slots = (u32 *)p;
		l->filter = (u64 *)(p + n * sizeof(u32));
		l->mask = n - 1;
		p += level_size(n);
	}
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

static u32 hash_of(u64 pc, bool model)
{
	return (u32)(((pc * 2 + model) * 0x9e3779b97f4a7c15ull) >> 40);
}

static bool asks_model(const struct trace *tr)
{
	return tr->flags & TR_MODEL;
}

/* The bit of the filter for a hash value, and the word that has it. */
static u64 *filter_word(const struct level *l, u32 h)
{
	return &l->filter[(h & (l->mask * 2 + 1)) >> 6];
}

static u64 filter_bit(u32 h)
{
	return 1ull << (h & 63);
}

struct trace *index_find(u64 pc, bool model)
{
	const struct level *l = __atomic_load_n(&now, __ATOMIC_ACQUIRE);
	u32 h = hash_of(pc, model);

	if (!(*filter_word(l, h) & filter_bit(h)))
		return NULL;
	for (;; h++) {
		u32 v = __atomic_load_n(&l->slots[h & l->mask], __ATOMIC_ACQUIRE);

		if (!v)
			return NULL;
		if (v != DELETED && cache.traces[v - 1].pc == pc &&
		    asks_model(&cache.traces[v - 1]) == model)
			return &cache.traces[v - 1];
	}
}

/* Adds a trace by its number plus 1. Returns whether a free slot was used. */
static bool add(const struct level *l, u32 number)
{
	const struct trace *tr = &cache.traces[number - 1];
	u32 h = hash_of(tr->pc, asks_model(tr)), old;

	__atomic_or_fetch(filter_word(l, h), filter_bit(h), __ATOMIC_SEQ_CST);
	while (l->slots[h & l->mask] && l->slots[h & l->mask] != DELETED)
		h++;
	old = l->slots[h & l->mask];
	__atomic_store_n(&l->slots[h & l->mask], number, __ATOMIC_RELEASE);
	return !old;
}

static void grow(void)
{
	struct level *old = now, *next = old + 1;

	used = 0;
	for (u32 i = 0; i <= old->mask; i++)
		if (old->slots[i] && old->slots[i] != DELETED)
			used += add(next, old->slots[i]);
	__atomic_store_n(&now, next, __ATOMIC_RELEASE);
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

	for (u32 h = hash_of(tr->pc, asks_model(tr)); l->slots[h & l->mask]; h++)
		if (l->slots[h & l->mask] == want) {
			l->slots[h & l->mask] = DELETED;
			return;
		}
}
