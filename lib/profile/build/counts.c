/* SPDX-License-Identifier: BSD-2-Clause */
/* See counts.h. */
#include <stdlib.h>
#include <string.h>

#include "lib/base/vector.h"
#include "lib/profile/build/counts.h"
#include "lib/profile/model/huge.h"

#define BLOCK_SIZE (COUNTS_BLOCK * sizeof(u64))
#define PIECE_SIZE (256 * BLOCK_SIZE)

/* The first pieces are small ones, the others are huge pages. */
#define SMALL_PIECES (2 * HUGE_SIZE / PIECE_SIZE)

static int new_piece(struct counts *counts)
{
	size_t size = counts->pieces < SMALL_PIECES ? PIECE_SIZE : HUGE_SIZE;
	void *piece;

	if (vector_reserve(&counts->piece, &counts->pieces_room, counts->pieces + 1,
			   sizeof(*counts->piece)))
		return -1;
	piece = huge_alloc(size);
	if (!piece)
		return -1;
	counts->piece[counts->pieces++] = piece;
	counts->free = piece;
	counts->left = size;
	return 0;
}

static u64 *new_block(struct counts *counts)
{
	u8 *block;

	if (counts->left < BLOCK_SIZE && new_piece(counts))
		return NULL;
	block = counts->free;
	counts->free += BLOCK_SIZE;
	counts->left -= BLOCK_SIZE;
	counts->n_blocks++;
	memset(block, 0, BLOCK_SIZE);
	return (u64 *)block;
}

u64 *counts_add_block(struct counts *counts, u32 thread, u32 site)
{
	size_t block = site >> COUNTS_BITS;
	struct thread_counts *t;

	if (vector_reserve(&counts->thread, &counts->room, thread + 1u, sizeof(*counts->thread)))
		return NULL;
	for (; counts->n <= thread; counts->n++)
		counts->thread[counts->n] = (struct thread_counts){ 0 };
	t = &counts->thread[thread];
	if (block >= t->n) {
		size_t n = 2 * t->n > block + 16 ? 2 * t->n : block + 16;
		u64 **grown = realloc(t->block, n * sizeof(*grown));

		if (!grown)
			return NULL;
		memset(grown + t->n, 0, (n - t->n) * sizeof(*grown));
		t->block = grown;
		t->n = n;
	}
	if (!t->block[block])
		t->block[block] = new_block(counts);
	return t->block[block] ? t->block[block] + site % COUNTS_BLOCK : NULL;
}

size_t counts_total(const struct counts *counts)
{
	size_t total = 0, i, k;
	unsigned at;

	for (i = 0; i < counts->n; i++)
		for (k = 0; k < counts->thread[i].n; k++)
			for (at = 0; counts->thread[i].block[k] && at < COUNTS_BLOCK; at++)
				total += counts->thread[i].block[k][at] != 0;
	return total;
}

void counts_deinit(struct counts *counts)
{
	size_t i;

	for (i = 0; i < counts->n; i++)
		free(counts->thread[i].block);
	for (i = 0; i < counts->pieces; i++)
		free(counts->piece[i]);
	free(counts->thread);
	free(counts->piece);
}
