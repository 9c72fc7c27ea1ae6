// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See moves.h. */
#include "emu/code/moves.h"
#include "emu/base/arena.h"
#include "emu/base/string.h"
#include "emu/code/cache.h"
#include "emu/code/compare.h"

static struct move *moves; /* NULL: they are not noted */
FORKED static u32 n_moves, max_moves;
FORKED static struct trace *moving; /* NULL: one that never moves */

void moves_begin(void)
{
	max_moves = 2 * cache.max_traces;
	moves = arena_alloc(max_moves * sizeof(*moves));
}

void moves_reset(void)
{
	n_moves = 0;
	moving = NULL;
}

void moves_of(struct trace *tr)
{
	moving = moves && trace_pc(tr) >= MOVES_LOW ? tr : NULL;
}

static void add(u64 address, u32 at, enum move_kind kind)
{
	if (n_moves < max_moves)
		moves[n_moves++] = (struct move){ address, at, kind };
}

void moves_note(enum move_kind kind, const u8 *at, u64 address)
{
	if (!moving)
		return;
	if (kind == MOVE_NEVER)
		moving->flags |= TR_STAYS;
	else
		add(address, (u32)(at - cache.start), kind);
}

void moves_reserve(u32 n)
{
	if (moves && n <= max_moves - n_moves)
		arena_fill(moves + n_moves, n * sizeof(*moves));
}

u32 moves_count(void)
{
	return n_moves;
}

void moves_cut(u32 n)
{
	n_moves = n;
}

void moves_apply(const struct move *m)
{
	u8 *at = cache.start + m->at;
	u32 half = m->kind == MOVE_LESS_LOW  ? (u32)m->address :
		   m->kind == MOVE_LESS_HIGH ? (u32)(m->address >> 32) :
					       (u32)(m->address >> 16);

	add(m->address, m->at, m->kind);
	if (m->kind == MOVE_ADDRESS) {
		memcpy(at, &m->address, 8);
		return;
	}
	if (m->kind == MOVE_COMPARED || m->kind == MOVE_COMPARED_1) {
		compare_move(at, m->address, m->kind == MOVE_COMPARED_1);
		return;
	}
	if (m->kind == MOVE_LOW || m->kind == MOVE_HIGH)
		half = (u32)(m->address >> (m->kind == MOVE_HIGH ? 32 : 0));
	else
		half = -half;
	memcpy(at, &half, 4);
}

bool moves_known(const struct move **list, u32 *n)
{
	*list = moves;
	*n = n_moves;
	return moves && n_moves < max_moves;
}
