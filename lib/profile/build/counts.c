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
	u64 *block = counts->spare;

	if (block) {
		memcpy(&counts->spare, block, sizeof(counts->spare));
		return block;
	}
	if (counts->left < BLOCK_SIZE && new_piece(counts))
		return NULL;
	block = (u64 *)counts->free;
	counts->free += BLOCK_SIZE;
	counts->left -= BLOCK_SIZE;
	return block;
}

static void spare(struct counts *counts, u64 *block)
{
	memcpy(block, &counts->spare, sizeof(counts->spare));
	counts->spare = block;
}

static int open_thread(struct counts *counts, u32 thread)
{
	if (vector_reserve(&counts->open, &counts->open_room, counts->n_open + 1,
			   sizeof(*counts->open)))
		return -1;
	counts->open[counts->n_open++] = thread;
	counts->thread[thread].open = true;
	return 0;
}

/* Has at least so many blocks in a thread. */
static int grow(struct thread_counts *t, size_t blocks)
{
	size_t n = 2 * t->n > blocks + 15 ? 2 * t->n : blocks + 15;
	uintptr_t *grown = realloc(t->block, n * sizeof(*grown));

	if (!grown)
		return -1;
	memset(grown + t->n, 0, (n - t->n) * sizeof(*grown));
	t->block = grown;
	t->n = n;
	return 0;
}

u64 *counts_add_block(struct counts *counts, u32 thread, u32 site)
{
	size_t block = site >> COUNTS_BITS;
	struct thread_counts *t;
	const u64 *before;
	u64 *own;

	if (vector_reserve(&counts->thread, &counts->room, thread + 1u, sizeof(*counts->thread)))
		return NULL;
	for (; counts->n <= thread; counts->n++)
		counts->thread[counts->n] = (struct thread_counts){ 0 };
	t = &counts->thread[thread];
	if ((block >= t->n && grow(t, block + 1)) || (!t->open && open_thread(counts, thread)))
		return NULL;
	before = counts_block(t, block);
	own = new_block(counts);
	if (!own)
		return NULL;
	if (before)
		memcpy(own, before, BLOCK_SIZE);
	else
		memset(own, 0, BLOCK_SIZE);
	t->block[block] = (uintptr_t)own;
	return own + site % COUNTS_BLOCK;
}

/* ---- Sharing ---- */

static int expect_settled(struct counts *counts, size_t blocks)
{
	if (vector_reserve(&counts->settled, &counts->settled_room, blocks,
			   sizeof(*counts->settled)))
		return -1;
	for (; counts->n_settled < blocks; counts->n_settled++)
		counts->settled[counts->n_settled] = NULL;
	return 0;
}

static void settle(struct counts *counts, struct thread_counts *t)
{
	size_t i;

	t->open = false;
	if (expect_settled(counts, t->n))
		return;
	for (i = 0; i < t->n; i++) {
		u64 *own = (u64 *)t->block[i], *other = counts->settled[i];

		if (!own || t->block[i] & COUNTS_SHARED)
			continue;
		if (other && !memcmp(own, other, BLOCK_SIZE)) {
			t->block[i] = (uintptr_t)other;
			spare(counts, own);
		} else {
			counts->settled[i] = own;
		}
		t->block[i] |= COUNTS_SHARED;
	}
}

void counts_settle(struct counts *counts, size_t open)
{
	while (counts->n_open > open)
		settle(counts, &counts->thread[counts->open[--counts->n_open]]);
}

size_t counts_total(const struct counts *counts)
{
	size_t total = 0, i, k;
	unsigned at;

	for (i = 0; i < counts->n; i++)
		for (k = 0; k < counts->thread[i].n; k++) {
			const u64 *block = counts_block(&counts->thread[i], k);

			for (at = 0; block && at < COUNTS_BLOCK; at++)
				total += block[at] != 0;
		}
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
	free(counts->open);
	free(counts->settled);
}
