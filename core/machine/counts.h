/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * What the models count, one structure for each thread. Every member is a u64, so that a quantity
 * is a name and an offset (pmc_quantities).
 *
 * Accesses of the first caches and TLBs are not counted here: those that a filter lets through
 * never come here, and who runs the program knows how many there are.
 */
#ifndef PMC_CORE_MACHINE_COUNTS_H
#define PMC_CORE_MACHINE_COUNTS_H

#include "core/machine/describe/machine.h"

/* Who asks a cache. */
enum access_kind {
	ACCESS_FETCH,
	ACCESS_READ,
	ACCESS_WRITE, /* a store, or a line that is read because a store needs it */
	ACCESS_WALK,
	ACCESS_PREFETCH,
	ACCESS_KINDS,
};

struct cache_counts {
	u64 asked[ACCESS_KINDS]; /* L2 and LL only, but walks in L1D, too */
	u64 missed[ACCESS_KINDS];
	u64 filled;  /* lines, or sectors, that came in: of all kinds */
	u64 evicted; /* lines that made room */
	u64 written_back;
	u64 invalidated;   /* because an inclusive level below lost the line */
	u64 prefetch_used; /* first uses of prefetched lines */
};

struct tlb_counts {
	u64 asked[3]; /* second TLBs only: by ACCESS_FETCH, ACCESS_READ, ACCESS_WRITE */
	u64 missed[3];
};

struct branch_counts {
	u64 conditional, conditional_missed;
	u64 indirect, indirect_missed; /* jumps and calls */
	u64 returns, returns_missed;
};

struct machine_counts {
	struct cache_counts cache[CACHES];
	struct tlb_counts tlb[TLBS];
	u64 walks[3]; /* by who asked */
	u64 walk_reads;
	u64 memory_writes; /* lines that no cache below took */
	struct branch_counts branch;
};

enum gap_part {
	GAP_L1I,
	GAP_L1D,
	GAP_TLB_I,
	GAP_TLB_D,
	GAP_PARTS,
};
/* What gaps leave unknown: gap.h. */
struct machine_unknown {
	/* Accesses, by what the models said. */
	u64 hit[GAP_PARTS][ACCESS_KINDS];
	u64 missed[GAP_PARTS][ACCESS_KINDS];
	u64 returns; /* said to be right */
	/* Mispredictions while two predictors learned, of the usual one and of the one that learns
	 * less: conditional branches, indirect ones. */
	u64 first[2], second[2];
};

struct quantity {
	const char *name; /* as in "l1d-read-misses" */
	u32 offset;	  /* in struct machine_counts */
};

/* Quantity i; NULL past the end. */
const struct quantity *pmc_quantity_row(u32 i);
static inline u64 machine_count(const struct machine_counts *counts, const struct quantity *q)
{
	return *(const u64 *)((const char *)counts + q->offset);
}

#endif
