// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * Most programs jump indirectly to a few hundred addresses, which lie anywhere. A table of all
 * values would touch nearly a page for each of them. So a first table has a number for each
 * 16 neighbouring values, of a leaf with their entries, and leaves are taken one after another.
 */
#include "emu/code/heads.h"
#include "emu/base/arena.h"
#include "emu/base/string.h"
#include "emu/base/types.h"
#include "emu/code/cache.h"

#define LEAF	 16 /* values */
#define N_LEAVES (2 * 65536 / LEAF)

/* From so many leaves on, as many are filled in one call as there are. */
#define FILLED 256

struct leaf {
	u32 entry[LEAF]; /* offset in the cache, 0: none */
};

struct heads {
	u16 number[N_LEAVES]; /* of the leaf, plus 1; 0: none */
	struct leaf leaves[N_LEAVES];
};

static struct heads *heads;
FORKED static u32 n_leaves;

u64 heads_size(void)
{
	return PAGE_UP(sizeof(struct heads));
}

void heads_init(void *memory)
{
	heads = memory;
	n_leaves = 0;
}

void heads_clear(void)
{
	memset(heads->number, 0, sizeof(heads->number));
	memset(heads->leaves, 0, n_leaves * sizeof(heads->leaves[0]));
	n_leaves = 0;
}

u8 *heads_first(u32 at)
{
	u16 number = heads->number[at / LEAF];
	u32 offset = number ? heads->leaves[number - 1].entry[at % LEAF] : 0;

	return offset ? cache.start + offset : NULL;
}

/* The first leaf that has not been taken. */
static u16 take_leaf(void)
{
	u32 n = n_leaves++, more = n < N_LEAVES - n ? n : N_LEAVES - n;

	if (n >= FILLED && !(n & (n - 1)))
		arena_fill(&heads->leaves[n], more * sizeof(struct leaf));
	return (u16)(n + 1);
}

static void set(u32 at, u32 offset)
{
	u16 *number = &heads->number[at / LEAF];

	if (!*number)
		*number = take_leaf();
	heads->leaves[*number - 1].entry[at % LEAF] = offset;
}

void heads_set(u32 at, const u8 *entry)
{
	set(at, (u32)(entry - cache.start));
}

void heads_write(u64 *table, u32 at, u32 end)
{
	for (; at < end; at += LEAF) {
		u16 number = heads->number[at / LEAF];

		for (u32 i = 0; number && i < LEAF; i++)
			if (heads->leaves[number - 1].entry[i])
				table[at + i] = (u64)cache.start +
						heads->leaves[number - 1].entry[i];
	}
}

u32 heads_list(struct head *to)
{
	u32 n = 0;

	for (u32 at = 0; at < HEADS_SITES; at++) {
		u16 number = heads->number[at / LEAF];
		u32 entry = number ? heads->leaves[number - 1].entry[at % LEAF] : 0;

		if (entry && to)
			to[n] = (struct head){ at, entry };
		n += !!entry;
	}
	return n;
}

void heads_inherit(const struct head *list, u32 n)
{
	for (u32 i = 0; i < n; i++)
		set(list[i].at, list[i].entry);
}
