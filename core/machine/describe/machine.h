/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * A machine as data: its caches, TLBs, prefetchers and branch predictors, each with the source of
 * its numbers. docs/machines.md says what each property means to the models.
 */
#ifndef PMC_CORE_MACHINE_MACHINE_H
#define PMC_CORE_MACHINE_MACHINE_H

#include "core/base/types.h"

/* ---- Caches and TLBs ---- */

enum machine_cache { LEVEL_L1I, LEVEL_L1D, LEVEL_L2, LEVEL_LL, CACHES };
/* The second TLB of data serves instructions too, if it is CACHE_UNIFIED. */
enum machine_tlb { TLB_I, TLB_D, TLB_I2, TLB_D2, TLBS };

/* Which line of a full set makes room. core/machine/cache/replace.h has the rules. */
enum cache_policy {
	POLICY_LRU,
	POLICY_BIT_PLRU,
	POLICY_NRU,
	POLICY_TREE_PLRU,
	POLICY_FIFO,
	POLICY_RANDOM,
	POLICIES,
};

enum cache_flag {
	/* How a level is related to those above it; neither: lines come and go on their own. */
	CACHE_INCLUSIVE = 1, /* a line that leaves it leaves those above, too */
	CACHE_EXCLUSIVE = 2, /* has what the level above lost; a hit moves the line up */
	CACHE_WRITE_THROUGH = 4,
	CACHE_NO_WRITE_ALLOCATE = 8,
	CACHE_READ_FILLS_LINE = 16, /* a read miss brings every sector of the line, a write one */
	CACHE_UNIFIED = 32,
};

#define CACHE_MAX_WAYS	  1024
#define CACHE_MIN_LINE	  16
#define CACHE_MAX_LINE	  1024 /* of caches; that of a TLB is a page */
#define CACHE_MAX_SECTORS 4
#define CACHE_MAX_BYTES	  (1u << 30)
#define MACHINE_PAGE	  4096u

struct cache_desc {
	u32 ways; /* 0: there is no such cache */
	u32 sets;
	u32 line;   /* bytes */
	u32 sector; /* bytes that become valid together */
	u8 policy;
	u8 flags;    /* enum cache_flag */
	u32 combine; /* write-through: lines that its buffers of stores hold */
	u32 seed;    /* of POLICY_RANDOM; not 0 */
	const char *source;
};

/* ---- Page walks ---- */

enum walk_reads {
	WALK_UNSEEN, /* walks are counted, and their reads go to no cache */
	WALK_L1D,
	WALK_L2,
};

struct walk_desc {
	u8 reads;	 /* enum walk_reads: the first cache that is asked */
	u32 directories; /* page directory entries that the walker keeps; replaced by LRU */
	const char *source;
};

/* ---- Prefetchers ---- */

enum prefetch_kind {
	PREFETCH_NONE,
	PREFETCH_NEXT,	   /* the next line */
	PREFETCH_ADJACENT, /* the other line of an aligned pair */
	PREFETCH_STRIDE,   /* by the address of the instruction */
};
#define MACHINE_PREFETCHERS 4

struct prefetch_desc {
	u8 kind;
	u8 cache;  /* whose misses it watches, and where it puts lines */
	u32 table; /* PREFETCH_STRIDE: entries, a power of two */
	const char *source;
};

/* ---- Branches ---- */

enum direction_kind {
	DIRECTION_NONE,
	DIRECTION_BIMODAL,    /* two-bit counters by address */
	DIRECTION_GSHARE,     /* by address XOR history */
	DIRECTION_CACHEGRIND, /* by seven bits of each */
	DIRECTION_TAGE,	      /* tagged tables of growing histories above a bimodal one */
};
enum target_kind {
	TARGET_NONE,
	TARGET_LAST,	/* the last target, by the branch's address */
	TARGET_HISTORY, /* tagged entries by address and path, then the last target */
};
#define TAGE_MAX_TABLES	 8
#define TAGE_MAX_HISTORY 256

struct branch_desc {
	u8 direction;
	u8 bits;    /* 2^bits counters; TAGE: of the table below the tagged ones */
	u8 history; /* GSHARE: branches that it remembers, at most `bits` */
	u8 tables;  /* TAGE: tagged tables … */
	u8 table_bits, tag_bits;
	u16 lengths[TAGE_MAX_TABLES]; /* … and the history of each, growing */
	u8 target;
	u8 target_bits; /* 2^target_bits targets */
	u32 returns;	/* entries of the return stack; 0: returns are not predicted */
	const char *source;
};

/* ---- Costs ---- */

/*
 * What one of a count costs where cycles are estimated: a weight. docs/machines.md has the rules.
 * A row without a name ends the list.
 */
struct machine_cost {
	const char *count; /* by its name in lib/quantities/weights.h: "L1d", "branch-misses" */
	u32 thousandths;   /* of a cycle */
	const char *source;
};

/* ---- A machine ---- */

enum machine_flag {
	/* An access that crosses lines asks the next level for all of them if one of them missed,
	 * and counts as one there; cachegrind does so. */
	MACHINE_CROSSING_WHOLE = 1,
};

struct machine {
	const char *name;
	const char *title;
	const char *pmu; /* the model whose event names it has; NULL: none */
	u32 flags;
	struct cache_desc cache[CACHES];
	struct cache_desc tlb[TLBS];
	struct walk_desc walk;
	struct prefetch_desc prefetch[MACHINE_PREFETCHERS];
	struct branch_desc branch;
	const struct machine_cost *costs; /* NULL: none are known */
};

#endif
