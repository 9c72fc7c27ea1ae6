/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * TAGE: tables of tagged counters, indexed by hashes of the address and of histories that grow from
 * table to table, above a table of two-bit counters by address. The table with the longest history
 * that has the branch predicts. (A. Seznec, P. Michaud: A case for (partially) tagged geometric
 * history length branch prediction, JILP 8, 2006.)
 *
 * Where the paper leaves a choice, this one makes the simplest that depends on nothing else:
 *	- history: the outcomes of conditional branches, the newest first
 *	- fold(L, w): bit i of the newest L outcomes is XORed into bit i mod w
 *	- index: (ip ^ ip >> (table_bits - i) ^ fold(L, table_bits)) mod 2^table_bits, i from 0
 *	- tag: (ip ^ fold(L, tag_bits) ^ fold(L, tag_bits - 1) << 1) mod 2^tag_bits
 *	- below: ip mod 2^bits
 *	- an entry that was never right and whose counter is weak is new. For a new one the next
 *	  shorter prediction is taken, if that has been the better choice (`trust`, 0 to 15, is 8 or
 *	  more)
 *	- after a wrong prediction the first longer table whose entry has usefulness 0 gets a new
 *	  entry; if none has, theirs all lose one. Every 2^18 branches all usefulness is halved
 */
#ifndef PMC_CORE_MACHINE_TAGE_H
#define PMC_CORE_MACHINE_TAGE_H

#include "core/machine/describe/machine.h"

#define TAGE_VALID	0x8000u /* in a tag */
#define TAGE_MAX_TAG	14
#define TAGE_TRUST	8
#define TAGE_HALVE_BITS 18

struct tage_entry {
	u16 tag;   /* with TAGE_VALID; 0: never used */
	u8 taken;  /* a counter of three bits; from 4 on it predicts "taken" */
	u8 useful; /* 0 to 3 */
};

/*
 * All outcomes until some moment, folded: outcome number n is XORed into bit -n mod w, so that an
 * outcome stays where it is. Two moments differ by the outcomes between them. Each fold stands
 * there twice, one above the other: a shift of that rotates the fold.
 */
struct tage_moment {
	u64 index_and_tag; /* the tag in the upper half */
	u64 short_tag;
};

struct tage {
	u8 *below;
	struct tage_entry *entry;   /* [table << table_bits | index] */
	struct tage_moment *moment; /* a ring: that after n outcomes is at n & moment_mask */
	struct places *places;	    /* instead of moments, in the usual size; else NULL */
	u32 moment_mask;
	u32 n;				   /* outcomes so far */
	u8 in_index, in_tag, in_short_tag; /* the bit of each fold that has outcome n */
	u8 trust;
	u8 tables, bits, table_bits, tag_bits;
	u16 length[TAGE_MAX_TABLES];
};

size_t pmc_tage_bytes(const struct branch_desc *desc);
void pmc_tage_init(struct tage *t, const struct branch_desc *desc, void *memory);
/* Predicts branches, one after the other, and learns their outcomes: each is its address, and 1
 * from bit TAGE_TAKEN on if it was taken. Returns how many predictions were wrong. */
#define TAGE_TAKEN 56
u32 pmc_tage_branches(struct tage *t, const u64 *branches, u32 n);

#endif
