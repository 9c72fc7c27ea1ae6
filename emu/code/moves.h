/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Which bytes of translated code are made from an address of the program, so that the code can
 * serve where the program lies elsewhere. Everything else in it is relative to the cache, and moves
 * with it (emu/heritage/heritage.h). Under cache_lock.
 */
#ifndef PMC_EMU_MOVES_H
#define PMC_EMU_MOVES_H

#include "emu/base/types.h"

/* Code from below this address, a region of it, serves at the same address only; else at the same
 * distance from the cache. */
#define MOVES_LOW 0x100000000ull

enum move_kind {
	MOVE_ADDRESS,	 /* 8 bytes: the address */
	MOVE_LESS_LOW,	 /* 4 bytes: the negative of its low half */
	MOVE_LESS_HIGH,	 /* 4 bytes: that of its high half */
	MOVE_LESS_UPPER, /* 4 bytes: that of its bits from 16 on */
	MOVE_LOW,	 /* 4 bytes: its low half */
	MOVE_HIGH,	 /* 4 bytes: its high half */
	MOVE_COMPARED,	 /* what RCX is compared with: compare.h, equal being 0 … */
	MOVE_COMPARED_1, /* … or 1 */
	MOVE_NEVER,	 /* the trace serves at this address only */
};

struct trace;

struct move {
	u64 address;
	u32 at; /* offset in the cache */
	u32 kind;
};

/* Notes them from now on. */
void moves_begin(void);
/* Forgets them: the cache is empty. */
void moves_reset(void);
/* What is noted next is code of this trace. */
void moves_of(struct trace *tr);
/* The bytes at `at` are made from the address. */
void moves_note(enum move_kind kind, const u8 *at, u64 address);
/* Makes them for another address, and notes that. */
void moves_apply(const struct move *m);
/* So many are about to come. */
void moves_reserve(u32 n);
/* How many there are. The last ones can be forgotten. */
u32 moves_count(void);
void moves_cut(u32 n);
/* How many are known, and which. False: not all of them. */
bool moves_known(const struct move **list, u32 *n);

#endif
