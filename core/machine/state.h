/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The state of a machine for one thread: caches, TLBs, predictors, what they counted, and the
 * filters of accesses that need no call. Only the last level may be shared by threads.
 */
#ifndef PMC_CORE_MACHINE_STATE_H
#define PMC_CORE_MACHINE_STATE_H

#include "core/machine/branch/predictor.h"
#include "core/machine/cache/cache.h"
#include "core/machine/cache/filter.h"
#include "core/machine/counts.h"

/* What is modelled; the rest costs nothing. */
enum machine_part {
	MACHINE_DATA = 1,
	MACHINE_FETCH = 2,
	MACHINE_TLB = 4,
	MACHINE_BRANCH = 8,
	MACHINE_PREFETCH = 16,
	MACHINE_DIRTY = 32, /* which lines are dirty, hence what is written back */
	MACHINE_GAPS = 64,  /* what is unknown after gaps: gap.h */
	/* Counts of L2 or the last level are asked. Without it they are modelled all the same,
	 * unless the first caches go ahead of them (pmc_machine_defer()). */
	MACHINE_LEVELS = 128,
	MACHINE_LAST = 256, /* the same of the last level alone */
};

#define MACHINE_PENDING	    8
#define MACHINE_MAX_COMBINE 16
#define MACHINE_MAX_STRIDES 1024

/* A prefetcher by strides knows these of one instruction. */
struct stride_entry {
	u64 ip, last, stride;
	u32 repeated;
};

/*
 * Which 64-byte pieces of a page the filters have lines of, or would have if the TLB's entry let
 * them pass. Of a page that is not there the filters have none. On a plain machine these are
 * exactly the lines whose next use changes nothing in the first cache; elsewhere that is to be
 * looked at.
 */
struct page_memory {
	u64 page, pieces;
};
#define MACHINE_PAGES 1024 /* by the lower bits of their numbers */

/* Of a first cache or TLB since the last gap. */
struct gap {
	u8 *met;   /* of each way: has its line been accessed? NULL: not kept */
	u16 *left; /* of each set: ways whose line has not been */
};

/* Requests of L1D and L1I that the levels below have not seen yet, with their kinds in the lowest
 * bits: they learn of them many at a time. */
struct requests {
	u64 *address;
	u32 n, room; /* room 0: they learn at once */
};

/* Some that L2 did not have either, with the numbers of the lines that made room for them. */
#define MACHINE_MISSED 16
struct missed_requests {
	u64 request[MACHINE_MISSED], victim[MACHINE_MISSED];
	u32 n;
};

struct machine_state {
	struct machine_counts *counts; /* own_counts, or where else the host wants them */
	struct machine_counts own_counts;
	/* Loads of these lines change nothing; loads and stores to these; fetches of these. Those
	 * of data have L1D's lines, that of code, which is turned, L1I's. */
	struct filter loads, stores, fetches;
	u64 now;		  /* of those that have times */
	u8 load_bits, fetch_bits; /* an address >> these is a line of the filters */
	bool stores_like_loads;	  /* `stores` is not kept, since it would equal `loads` */
	bool quick, quick_any;	  /* accesses may take these ways of quick.h … */
	bool plain[2];		  /* … and this one: those of data, those of code … */
	bool light[2];		  /* … and first that of light.h … */
	bool timed[2];		  /* … or quick_timed() … */
	u8 light_second[2];	  /* … where these TLBs may be the second ones */
	u8 only_below;		  /* quick_only() may be asked of this level; CACHES: of none */
	u8 light_few;	  /* its TLBs of data have 4 and 12 ways; 2: and there may be gaps */
	bool loses_lines; /* an inclusive level takes lines from those above */
	u32 parts;
	/* Such caches have plain TLBs, whose pages let lines stay (filter.h). */
	bool timed_pages[2];
	bool plain_below; /* the levels below may take requests in by pmc_later_plain()'s ways */
	const struct machine *machine;
	struct cache cache[CACHES];
	struct cache *level[CACHES]; /* the cache of each level, maybe another's; NULL: none */
	u32 lock;		     /* of the last level, if it is shared */
	u32 *shared_lock;	     /* NULL: the last level is not shared */
	struct cache tlb[TLBS];
	struct cache directories; /* of the page walker */
	/* Of data and code: pages, and the entry of the first TLB that was used last. */
	struct page_memory *pages[2];
	size_t page_at[2];
	u64 page_last[2]; /* its page; nothing changes when it is used again */
	struct requests later;
	u32 light_room[2]; /* later.room if such accesses are light, and nothing is unknown; or 0 */
	struct branch_state branch;
	/* With MACHINE_GAPS: a second predictor that learns less, and whether it learns now. */
	struct branch_state second;
	bool twice;
	struct gap gap[GAP_PARTS];
	struct machine_unknown *unknown; /* own_unknown, or where the host wants it */
	struct machine_unknown own_unknown;
	u64 combined[MACHINE_MAX_COMBINE]; /* lines in the buffers of stores, a ring */
	u32 combine_next;
	u32 n_pending;
	struct {
		u64 address;
		u32 cache;
	} pending[MACHINE_PENDING]; /* prefetches to be made after the access */
	struct stride_entry *strides;
	u32 stride_mask;
	struct missed_requests missed;
	/* Ways of a first TLB if light accesses may be tried and the second one has 12; or 0. */
	u32 light_ways[2];
	bool plain_walks; /* walks read L1D, which is plain */
};

/* Has the filter of data, or of code, times? */
bool pmc_machine_is_timed(const struct machine *machine, u32 parts, bool code);
/* How many bits of an address are those in a line of the filter of data, or of code: without a
 * first cache only the page matters. */
u8 pmc_machine_line_bits(const struct machine *machine, u32 parts, bool code);
/* The bytes that the arrays of a state need. */
size_t pmc_machine_bytes(const struct machine *machine, u32 parts);
/*
 * Makes a cold machine with all counts 0, in memory that is aligned to 64 bytes; it need not be
 * zero. The description must have passed pmc_machine_check(), and must outlive the state.
 */
void pmc_machine_init(struct machine_state *s, const struct machine *machine, u32 parts,
		      void *memory);
/*
 * Makes the last level of another state this one's, too; the other must live longer. The machine
 * may be a copy of the other's whose last level has no ways, so that it needs no memory. Each step
 * in it is locked, so threads may call the models at the same time. Counts then depend on who comes
 * first. An inclusive last level that loses a line takes it from the caches of the thread that
 * called, not from the others'. After a fork the child must clear `lock` of the owner.
 */
void pmc_machine_share(struct machine_state *s, struct machine_state *with);
/*
 * Lets L1D and L1I go ahead of the levels below: their requests wait in memory for so many, in the
 * order that they were made. Counts of those levels, walks apart, are right after
 * pmc_machine_settle() only, and only with MACHINE_LEVELS; those of a last level behind L2 only
 * with MACHINE_LAST, too, since L2 does the same without it. To be called before the first access.
 * Does nothing where a level below tells a first cache something: it is inclusive, or lines come
 * dirty. Without prefetchers only.
 */
void pmc_machine_defer(struct machine_state *s, u64 *memory, u32 room);
void pmc_machine_settle(struct machine_state *s);
/*
 * The thread has gone on without being modelled. Caches, TLBs and predictors stay as they were;
 * what is unknown now is counted with MACHINE_GAPS (gap.h). The return stack cannot stay, and
 * foretells what it does not know (branch/predictor.h). twice: a second predictor learns from now
 * on, too, until the next gap.
 */
void pmc_machine_gap(struct machine_state *s, bool twice);

#endif
