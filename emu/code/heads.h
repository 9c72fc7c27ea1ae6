/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The indirect entries of traces, found by the low 16 bits of the program address: for each value
 * the first entry of a chain (emu/code/link.c). Under cache_lock.
 */
#ifndef PMC_EMU_HEADS_H
#define PMC_EMU_HEADS_H

#include "emu/base/types.h"

/* How much memory heads_init() needs. */
u64 heads_size(void);
/* Takes memory that is zero and has heads_size() bytes. */
void heads_init(void *memory);
void heads_clear(void);

/* The first entry for this program address, or NULL. */
u8 *heads_first(u64 pc);
void heads_set(u64 pc, const u8 *entry);

#endif
