/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* Chunks of the shared memory: one per thread for its counters, one per process for its vectors. */
#ifndef PMC_EMU_CHUNK_H
#define PMC_EMU_CHUNK_H

#include "emu/base/types.h"
#include "emu/launch.h"

#define CHUNK_NONE 0xffffffffu

/* At the start chunks are mapped whole, as the earlier image may have used them. Afterwards only
 * the least of each is, if the process has few addresses. */
void chunk_begin(void);
void chunk_settle(void);

/* Reserves a chunk that holds zeros. CHUNK_NONE: the shared memory has no more. */
u32 chunk_try(enum emu_chunk_kind kind, u32 task);
/* The same; without a chunk it ends the engine. */
u32 chunk_alloc(enum emu_chunk_kind kind, u32 task);
/* Ends the engine with a sentence: there is no chunk. */
_Noreturn void chunk_shortage(void);
/* Gives a chunk back. The caller has cleared it. */
void chunk_free(u32 chunk);
/* Maps a chunk at the address, anywhere in the arena when that is 0. NULL when it cannot be
 * mapped. */
void *chunk_map(u32 chunk, u64 at);
/* Maps the first bytes of a chunk at the address, which is reserved. False: it cannot be mapped. */
bool chunk_map_first(u32 chunk, u64 size, u64 at);
/* Of a chunk that lies anywhere. */
void chunk_unmap(void *chunk);

/*
 * A thread passes few of the exits that all threads have, and a page of its counters is there from
 * its first passage on. To look at another one would make it. So moves *from to the next counter
 * below n whose page is there, and returns where such pages end; *from is n when there are none.
 */
u32 chunk_counters(u32 chunk, u32 *from, u32 n);
/* Adds the first n counters of a thread, whose chunk this is, to others. */
void chunk_add(u32 chunk, const struct emu_thread *c, u32 n, u64 *to);

#endif
