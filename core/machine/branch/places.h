/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Where the tables of a TAGE have branches, if it has six tables, indexes of 10 bits and tags of
 * 11, which is the size that the machines of our table have. Indexes and tags depend on addresses
 * and outcomes alone, not on what the tables hold; so they are computed for many branches at once,
 * eight in a vector.
 *
 * fold(L, w), of the newest L outcomes, rotates with each new outcome. What is kept are folds of
 * all outcomes until some moment, which do not: outcome number n is XORed into bit -n mod w. Two
 * moments differ by the outcomes between them; rotated to the left by n mod w, where n is the
 * number of outcomes, that is fold(L, w). As w is 10 and 11, all that repeats after 110 outcomes.
 */
#ifndef PMC_CORE_MACHINE_PLACES_H
#define PMC_CORE_MACHINE_PLACES_H

#include "core/machine/describe/machine.h"

#define PLACES_TABLES	  6
#define PLACES_INDEX_BITS 10
#define PLACES_TAG_BITS	  11
#define PLACES_VALID	  0x8000 /* in each tag */

#define PLACES_BATCH  256 /* branches */
#define PLACES_LANES  8
#define PLACES_PERIOD (PLACES_INDEX_BITS * PLACES_TAG_BITS)
#define PLACES_ROOM   (TAGE_MAX_HISTORY + 4 * PLACES_BATCH)

struct places {
	/* The places of the batch, by table and branch. */
	u16 index[PLACES_TABLES][PLACES_BATCH], tag[PLACES_TABLES][PLACES_BATCH];
	u16 low[PLACES_BATCH], upper[PLACES_BATCH]; /* addresses from bit 0, and from bit 4, on */
	/* Folds of 10 and 11 bits until some moment, in the upper bits of each word: a product with
	 * 2^r has the rotated fold in its two halves. Number `at` is that of now. */
	u16 short_fold[PLACES_ROOM + PLACES_LANES], long_fold[PLACES_ROOM + PLACES_LANES];
	u32 at;
	u32 phase; /* outcomes so far, mod PLACES_PERIOD */
	/* By phase: an outcome's bit in the long fold and, above, in the short one. */
	u32 bit[PLACES_PERIOD + PLACES_BATCH];
	u16 short_turn[PLACES_PERIOD + PLACES_LANES], long_turn[PLACES_PERIOD + PLACES_LANES];
	u16 length[PLACES_TABLES];
};

void pmc_places_init(struct places *p, const u16 *lengths);
/* Finds the places of n branches, at most PLACES_BATCH, one after the other, and takes their
 * outcomes into the history. Branches are what pmc_tage_branches() takes. */
void pmc_places_find(struct places *p, const u64 *branches, u32 n);

#endif
