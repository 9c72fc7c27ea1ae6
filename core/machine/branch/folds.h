/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The folded histories of a TAGE with six tables, indexes of 10 bits and tags of 11, which is the
 * size that the machines of our table have: side by side in words, so that one operation moves
 * them all. tage.h says what they are.
 *
 *	index           a field of 10 bits for each table
 *	tag, short_tag  fields of 16 bits, for three tables each; short tags stand one bit higher
 */
#ifndef PMC_CORE_MACHINE_FOLDS_H
#define PMC_CORE_MACHINE_FOLDS_H

#include "core/base/types.h"

#define FOLDS_TABLES	 6
#define FOLDS_INDEX_BITS 10
#define FOLDS_TAG_BITS	 11
#define FOLDS_RING	 512 /* outcomes; more than TAGE_MAX_HISTORY */

#define FOLDS_INDEXES	0x0004010040100401ull /* the lowest bit of each field */
#define FOLDS_TAGS	0x0000000100010001ull
#define FOLDS_TAG_FIELD 0x000007ff07ff07ffull

struct folds {
	u64 index, tag[2], short_tag[2];
	/* What leaves the folds with the oldest outcomes of three tables each, of which these were
	 * taken. */
	u64 old_index[2][8], old_tag[2][8], old_short[2][8];
	u16 length[FOLDS_TABLES];
	u8 outcome[FOLDS_RING]; /* number n at n mod FOLDS_RING */
};

static inline void folds_init(struct folds *f, const u16 *lengths)
{
	u32 i, set, half, k;

	for (i = 0; i < FOLDS_TABLES; i++) {
		f->length[i] = lengths[i];
		half = i / 3;
		k = i % 3;
		for (set = 0; set < 8; set++) {
			if (!(set >> k & 1))
				continue;
			f->old_index[half][set] |= (u64)1 << (10 * i + lengths[i] % 10);
			f->old_tag[half][set] |= (u64)1 << (16 * k + lengths[i] % 11);
			f->old_short[half][set] |= (u64)2 << (16 * k + lengths[i] % 10);
		}
	}
}

/* The indexes of all tables, less what the address contributes. */
static inline u32 folds_index(const struct folds *f, u64 ip, u32 table)
{
	u32 index = (u32)(f->index >> (FOLDS_INDEX_BITS * table));

	return (index ^ (u32)ip ^ (u32)(ip >> (FOLDS_INDEX_BITS - table))) &
	       ((1u << FOLDS_INDEX_BITS) - 1);
}

/* The tags of three tables, in fields of 16 bits, with `valid` in each. */
static inline u64 folds_tags(const struct folds *f, u64 ip, u32 half, u16 valid)
{
	u64 address = (ip & ((1u << FOLDS_TAG_BITS) - 1)) * FOLDS_TAGS;

	return ((f->tag[half] ^ f->short_tag[half] ^ address) & FOLDS_TAG_FIELD) |
	       valid * FOLDS_TAGS;
}

/* Moves each field up by one, and the bit that leaves it to its lowest. */
static inline u64 folds_turn(u64 fields, u64 lowest, u32 bits)
{
	return (fields << 1 & ~lowest & ~(lowest << bits)) | (fields >> (bits - 1) & lowest);
}

/* Outcome number n: the newest. */
static inline void folds_add(struct folds *f, u32 n, bool taken)
{
	u32 half, old;
	u64 now = 0 - (u64)taken;

	f->outcome[n % FOLDS_RING] = taken;
	f->index = folds_turn(f->index, FOLDS_INDEXES, FOLDS_INDEX_BITS) ^ (now & FOLDS_INDEXES);
	for (half = 0; half < 2; half++) {
		const u16 *length = &f->length[3 * half];

		old = f->outcome[(n - length[0]) % FOLDS_RING] |
		      (u32)f->outcome[(n - length[1]) % FOLDS_RING] << 1 |
		      (u32)f->outcome[(n - length[2]) % FOLDS_RING] << 2;
		f->index ^= f->old_index[half][old];
		f->tag[half] = folds_turn(f->tag[half], FOLDS_TAGS, FOLDS_TAG_BITS) ^
			       (now & FOLDS_TAGS) ^ f->old_tag[half][old];
		f->short_tag[half] = folds_turn(f->short_tag[half], FOLDS_TAGS << 1,
						FOLDS_TAG_BITS - 1) ^
				     (now & FOLDS_TAGS << 1) ^ f->old_short[half][old];
	}
}

#endif
