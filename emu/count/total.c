// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * A read compares all counters with those of the read before, eight at a time. The counters are
 * those of all exits since the code cache was emptied, so the first read empties it: afterwards
 * there are only exits that were executed since. It is emptied again when the comparisons in vain
 * have cost as much as translating all of it once more.
 */
#include "emu/count/total.h"

#include "emu/base/arena.h"
#include "emu/base/string.h"
#include "emu/base/thread.h"
#include "emu/count/count.h"
#include "emu/count/passage.h"
#include "emu/count/vector.h"

#define AT_ONCE	   8
#define FEW_EXITS  512	/* these are compared in less than a tenth of the call's own time */
#define TRANSLATED 2000 /* so many comparisons take as long as the translation of one exit */

struct total {
	u32 chunk;   /* what follows is of this chunk, */
	u64 cleared; /* since it was cleared so often */
	u64 sum[EMU_NSIGNALS];
	u32 n;	  /* counters that were looked at */
	u64 vain; /* how many had not changed, of all that were looked at since the last flush */
	u64 seen[];
};

static u64 size_of_total(void)
{
	return PAGE_UP(sizeof(struct total) + count_most() * sizeof(u64));
}

static bool flushed;
static u64 patience = TRANSLATED;

/* Forgets everything, unless it is still of the same counters. */
static void begin(struct total *k, const struct thread *t)
{
	if (k->chunk == t->chunk && k->cleared == t->shm->cleared)
		return;
	memset(k->sum, 0, sizeof(k->sum));
	memset(k->seen, 0, k->n * sizeof(k->seen[0]));
	k->n = 0;
	k->vain = 0;
	k->chunk = t->chunk;
	k->cleared = t->shm->cleared;
}

static bool differ(const u64 *a, const u64 *b)
{
	u64 bits = 0;

	for (u32 i = 0; i < AT_ONCE; i++)
		bits |= a[i] ^ b[i];
	return bits;
}

static void update(struct total *k, const u64 *count)
{
	u32 n = count_vectors->n;

	k->n = n;
	k->vain += n;
	for (u32 i = 0; i < n; i += AT_ONCE) {
		/* Behind the last one there are zeros in both. */
		if (likely(!differ(count + i, k->seen + i)))
			continue;
		for (u32 j = i; j < i + AT_ONCE; j++) {
			if (count[j] == k->seen[j])
				continue;
			vector_add(k->sum, count[j] - k->seen[j], count_vectors->vec[j]);
			k->seen[j] = count[j];
			k->vain--;
		}
	}
}

void total_read(struct thread *t, u64 out[EMU_NSIGNALS])
{
	struct total *k = t->total;

	if (unlikely(!k)) {
		k = t->total = arena_alloc(size_of_total());
		if (!k) { /* it takes longer, and is right */
			memset(out, 0, EMU_NSIGNALS * sizeof(out[0]));
			count_sum(t->shm, t->chunk, count_vectors, out);
			return;
		}
		k->chunk = ~0u;
	}
	begin(k, t);
	update(k, t->shm->count);
	for (int s = 0; s < EMU_NSIGNALS; s++)
		out[s] = t->shm->base[s] + k->sum[s];
	passage_sum(t->shm, out);
}

bool total_wants_flush(const struct thread *t)
{
	const struct total *k = t->total;

	if (!k || k->n <= FEW_EXITS)
		return false;
	if (flushed) {
		if (k->vain / k->n < patience)
			return false;
		patience *= 2; /* in case that it does not help */
	}
	flushed = true;
	return true;
}

void total_forget(struct thread *t)
{
	if (t->total)
		arena_free(t->total, size_of_total());
}
