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
/* The index is empty, and so many traces are about to come. */
void index_reserve(u32 traces);
/* Is there room for one more? */
bool index_room(void);
/* Forgets all. No other thread looks anything up meanwhile. */
void index_clear(void);

/* The live trace at pc that asks the models, or one that does not; or NULL. Needs no lock. */
struct trace *index_find(u64 pc, bool model);
void index_insert(struct trace *tr);
/* Fetches what index_insert() of it will write to, which is a cache miss or two. */
void index_prepare(const struct trace *tr);
/* The code of the trace stays, since a thread may be in it. */
void index_remove(const struct trace *tr);

#endif
