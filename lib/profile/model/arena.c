/* SPDX-License-Identifier: BSD-2-Clause */
/* Blocks in a list, which are zeroed as they are used. What is large gets a block of its own. */
#include <stdlib.h>

#include "lib/profile/model/arena.h"

#define BLOCK_SIZE ((size_t)64 << 10)
#define ALIGN	   ((size_t)16)

struct arena_block {
	struct arena_block *before;
	u64 pad;
	u8 bytes[];
};

static u8 *add(struct arena *arena, struct arena_block *block)
{
	if (!block)
		return NULL;
	block->before = arena->last;
	arena->last = block;
	return block->bytes;
}

void *arena_alloc(struct arena *arena, size_t n)
{
	void *p;

	if (n > SIZE_MAX - sizeof(struct arena_block))
		return NULL;
	if (n > BLOCK_SIZE / 4)
		return add(arena, calloc(1, sizeof(struct arena_block) + n));
	n = (n + ALIGN - 1) & ~(ALIGN - 1);
	if (!n)
		n = ALIGN;
	if (n > arena->left) {
		u8 *block = add(arena, malloc(sizeof(struct arena_block) + BLOCK_SIZE));

		if (!block)
			return NULL;
		arena->at = block;
		arena->left = BLOCK_SIZE;
	}
	p = arena->at;
	arena->at += n;
	arena->left -= n;
	return memset(p, 0, n);
}

char *arena_copy(struct arena *arena, const void *bytes, size_t n)
{
	char *copy = n < SIZE_MAX ? arena_alloc(arena, n + 1) : NULL;

	if (copy && n)
		memcpy(copy, bytes, n);
	return copy;
}

void arena_deinit(struct arena *arena)
{
	struct arena_block *block, *before;

	for (block = arena->last; block; block = before) {
		before = block->before;
		free(block);
	}
	arena->last = NULL;
	arena->at = NULL;
	arena->left = 0;
}
