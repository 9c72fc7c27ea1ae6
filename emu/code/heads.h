/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The indirect entries of traces, for each value of the low 16 bits of the program address the
 * first one of a chain (emu/code/link.c). With a profile as many others follow, at HEADS_SITES: the
 * first entries for values of target_place() (target.c). Under cache_lock.
 */
#ifndef PMC_EMU_HEADS_H
#define PMC_EMU_HEADS_H

#include "emu/base/types.h"

/* How much memory heads_init() needs. */
u64 heads_size(void);
/* Takes memory that is zero and has heads_size() bytes. */
void heads_init(void *memory);
void heads_clear(void);

#define HEADS_SITES 65536u

/* The first entry for the value, or NULL. */
u8 *heads_first(u32 at);
void heads_set(u32 at, const u8 *entry);
/* Writes those of [at, end) that there are to a table of all. Both are multiples of 16. */
void heads_write(u64 *table, u32 at, u32 end);

/* One for another process: an offset in the cache. */
struct head {
	u32 at, entry;
};
/* Lists those below HEADS_SITES. Returns how many there are; to: they, or NULL. */
u32 heads_list(struct head *to);
/* Takes such a list, when there is nothing yet. */
void heads_inherit(const struct head *list, u32 n);

#endif
