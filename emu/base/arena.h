/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The engine's memory. A program may unmap a range and map it again by MAP_FIXED, so the engine
 * must never take memory where the program has just left some. All of it lies in one range of
 * addresses instead, which is reserved before the program is loaded.
 */
#ifndef PMC_EMU_ARENA_H
#define PMC_EMU_ARENA_H

#include "emu/base/types.h"

/* Held while the process is copied by fork. */
extern volatile u32 arena_lock;

/* Where the range is to end, on the side of the program. */
struct arena_end {
	bool is_fixed; /* else anywhere, and shift is 0 */
	u64 shift;     /* how far beyond a round address */
};

/* Reserves the range: so many bytes and what its end costs, or fewer if there are not as many.
 * False: not even the least that the engine can do with, ARENA_LEAST. */
bool arena_init(u64 size, const struct arena_end *end);
#define ARENA_SIZE  (64ull << 30) /* enough for the threads of every process */
#define ARENA_LEAST (12ull << 20)
#define ARENA_MORE  (96ull << 20) /* what the end of a large range can cost */

/* Zeroed memory, in whole pages. NULL: there is none. */
void *arena_alloc(u64 size);
void arena_free(void *at, u64 size);
/* The same at the end that is nearest to the program. */
void *arena_alloc_near(u64 size);
/* The same, and children of fork share it; it is no part of the program's footprint. */
void *arena_alloc_shared(u64 size);
void arena_free_shared(void *at, u64 size);

/* Fills pages that will be written soon, all in one call: a page fault each costs several times as
 * much. Where the kernel cannot (before Linux 5.14), they fault one by one. */
void arena_fill(void *at, u64 size);

/* Puts what lies there, in one mapping, in large pages. The kernel goes on until it comes to one
 * where there is nothing yet. */
void arena_collapse(void *at, u64 size);
#define HUGE_PAGE    (2ull << 20)
#define HUGE_DOWN(x) ((u64)(x) & ~(HUGE_PAGE - 1))
#define HUGE_UP(x)   HUGE_DOWN((u64)(x) + HUGE_PAGE - 1)

/* Does the first touch of a page cost much although it has been filled? So it is where a hypervisor
 * keeps the processor's page tables. Looks at ARENA_TOUCHED pages that nobody has touched yet. */
bool arena_is_dear(const void *at);
#define ARENA_TOUCHED 4

/* Where the program's mappings end, if the kernel places them downward; 0: it does so upward. */
u64 arena_program_end(void);

/* Addresses alone, for what is to be mapped there. NULL: there are none. */
void *arena_reserve(u64 size);
/* The same, but where *at + offset is the beginning of a large page, if there is room for that. */
void *arena_reserve_round(u64 size, u64 offset);
/* Makes a part of a reservation memory. */
bool arena_commit(void *at, u64 size);
/* Gives a reservation back, and all that is mapped there. committed: how much of it was memory. */
void arena_release(void *at, u64 size, u64 committed);

/* Takes exactly these addresses, outside the range. False: something else is there. */
bool arena_take(u64 at, u64 size);

/* The largest reservation that is possible without asking the kernel for more. */
u64 arena_room(void);
/* Is something of the engine in [start, start + len), its executable included? Needs no lock. */
bool arena_hits(u64 start, u64 len);
/* Finds the first part of [*start, end) that has nothing of the engine: moves *start to its
 * beginning and returns its end. Returns 0 if there is none. Needs no lock. */
u64 arena_beside(u64 *start, u64 end);

#endif
