/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Finds the live trace of a program address. The tables are small at first and grow, so that a
 * process that ends after a few milliseconds touches little memory. Changes happen under
 * cache_lock; looking up needs no lock.
 */
#ifndef PMC_EMU_INDEX_H
#define PMC_EMU_INDEX_H

#include "emu/code/trace.h"

/* How much memory index_init() needs for so many traces, a power of two. */
u64 index_size(u32 traces);
/* Takes memory that is zero and has index_size() bytes. */
void index_init(void *memory, u32 traces);
/* Is there room for one more? */
bool index_room(void);
/* Forgets all. No other thread looks anything up meanwhile. */
void index_clear(void);

/* The live trace at pc that asks the models, or one that does not; or NULL. Needs no lock. */
struct trace *index_find(u64 pc, bool model);
void index_insert(struct trace *tr);
/* The code of the trace stays, since a thread may be in it. */
void index_remove(const struct trace *tr);

/*
 * A heritage has a table for so many traces, which a process begins with (emu/heritage/heritage.h).
 * Those of a range of code are not found before it wakes up.
 */
struct index_range {
	u64 start, end;
};
#define INDEX_RANGES 160 /* Chromium maps 110 files with code */
u64 index_table_size(u32 traces);
/* Adds one to a table in other memory, which was zero, by its number plus 1. */
void index_put(void *table, u32 traces, u32 number);
/* Where the table belongs, in an empty index. */
void *index_table(u32 traces);
/* It is there, with n traces, and INDEX_RANGES at most sleep. */
void index_inherit(u32 traces, u32 n, const struct index_range *ranges, u32 n_ranges);
/* The range that begins there. */
void index_wake(u64 start);

#endif
