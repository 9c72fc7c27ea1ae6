// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See moves.h. */
#include "emu/code/moves.h"
#include "emu/base/string.h"
#include "emu/code/cache.h"

/* The start of a program that uses libc has some 2,000. */
static struct move moves[8192];
static u32 n_moves;
static bool notes;

void moves_begin(void)
{
	n_moves = 0;
	notes = true;
}

u32 moves_end(const struct move **list)
{
	notes = false;
	*list = moves;
	return n_moves < ARRAY_SIZE(moves) ? n_moves : 0;
}

void moves_note(enum move_kind kind, const u8 *at, u64 address)
{
	if (likely(!notes) || n_moves == ARRAY_SIZE(moves))
		return;
	moves[n_moves++] = (struct move){ address, (u32)(at - cache.start), kind };
}

void moves_apply(enum move_kind kind, u8 *at, u64 address)
{
	u32 half = kind == MOVE_LESS_LOW  ? (u32)address :
		   kind == MOVE_LESS_HIGH ? (u32)(address >> 32) :
					    (u32)(address >> 16);

	if (kind == MOVE_ADDRESS) {
		memcpy(at, &address, 8);
		return;
	}
	half = -half;
	memcpy(at, &half, 4);
}
