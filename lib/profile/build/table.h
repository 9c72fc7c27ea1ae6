/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A hash table of numbers: it finds the entries of an array. The caller knows what an entry is and
 * compares.
 *
 *	for (probe = table_probe(hash); table_next(&table, &probe);)
 *		if (array[probe.index] is it)
 *			return probe.index;
 *	table_add(&table, hash, n);
 */
#ifndef PMC_LIB_PROFILE_TABLE_H
#define PMC_LIB_PROFILE_TABLE_H

#include "core/base/types.h"

struct table_slot {
	u32 tag, entry; /* entry: index + 1; 0: free */
};
/* All zero: an empty one. */
struct table {
	struct table_slot *slots;
	size_t mask, n;
};
struct table_probe {
	u32 tag, index;
	size_t at;
};

/*
 * A number that nobody outside can foresee, so that no file can be made whose entries all meet in
 * one slot.
 */
u64 table_seed(void);

static inline u64 table_mix(u64 seed, u64 a, u64 b)
{
	u64 x = (a ^ seed) * 0x9e3779b97f4a7c15ull;

	x ^= x >> 32;
	x = (x ^ b) * 0xd6e8feb86659fd93ull;
	x ^= x >> 29;
	x *= seed | 1;
	return x ^ x >> 32;
}
/* The same of a text. */
u64 table_mix_bytes(u64 seed, const void *bytes, size_t n);

static inline struct table_probe table_probe(u64 hash)
{
	struct table_probe probe = { (u32)hash, 0, (u32)hash };

	return probe;
}

/* Asks early for the memory in which a search for the hash will begin. */
static inline void table_fetch(const struct table *table, u64 hash)
{
	if (table->slots)
		__builtin_prefetch(&table->slots[(u32)hash & table->mask]);
}

/* Puts the next entry that may be it into probe->index; false: there is none. */
static inline bool table_next(const struct table *table, struct table_probe *probe)
{
	const struct table_slot *slot;

	if (!table->slots)
		return false;
	for (;; probe->at++) {
		slot = &table->slots[probe->at & table->mask];
		if (!slot->entry)
			return false;
		if (slot->tag != probe->tag)
			continue;
		probe->index = slot->entry - 1;
		probe->at++;
		return true;
	}
}

/* Adds an entry, which must be below UINT32_MAX. Returns 0 or -ENOMEM. */
int table_add(struct table *table, u64 hash, u32 index);
/*
 * For who adds with table_put() alone, and can add again what is in the table: an empty one of
 * twice the size, for which the old one is freed first. 0 or -ENOMEM, with which it is empty.
 */
int table_renew(struct table *table);
/* Is there room for one more? Three of four slots are in use then at most. */
static inline bool table_has_room(const struct table *table)
{
	return table->slots && table->n < table->mask - table->mask / 4;
}
/* Adds an entry for which there is room. */
void table_put(struct table *table, u64 hash, u32 index);
void table_deinit(struct table *table);

#endif
