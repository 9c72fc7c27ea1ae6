/* SPDX-License-Identifier: BSD-2-Clause */
/* Rows of counts against a plain array, for any number of threads, objects and events. */
#include <stdlib.h>
#include <string.h>

#include "lib/profile/build/rows.h"
#include "lib/profile/model/model.h"
#include "tests/any.h"
#include "tests/tap.h"

#define EVENTS	  3u
#define ADDRESSES 700u

/* Near each other and far apart. */
static u64 address_of(u64 i)
{
	return i % 2 ? i : i << 50 | i;
}

static bool same_counts(const u64 *a, const u64 *b, u64 n)
{
	return !memcmp(a, b, n * sizeof(*a));
}

/* Are the places those of the plain counts that are not zero, and in order? */
static bool is_right(const struct place *places, const u64 *counts, size_t n, const u64 *plain,
		     u64 threads, u64 objects, u64 events)
{
	size_t i, expected = 0, k;

	for (i = 0; i < threads * objects * ADDRESSES; i++) {
		for (k = 0; k < events && !plain[i * EVENTS + k];)
			k++;
		expected += k < events;
	}
	for (i = 0; i < n && i < expected; i++) {
		const struct place *p = &places[i], *before = i ? p - 1 : NULL;
		u64 low = p->address & ((1ull << 50) - 1);
		u64 at = (p->thread * objects + p->object) * ADDRESSES + low;

		if (low >= ADDRESSES || p->address != address_of(low) || p->thread >= threads ||
		    p->object >= objects || p->executions || p->taken || p->row ||
		    !same_counts(counts + i * events, plain + at * EVENTS, events))
			return false;
		if (before && (before->object > p->object ||
			       (before->object == p->object && before->address > p->address) ||
			       (before->object == p->object && before->address == p->address &&
				before->thread >= p->thread)))
			return false;
	}
	return n == expected;
}

static void random_counts(u64 threads, u64 objects, u64 events, u64 n)
{
	size_t size = threads * objects * ADDRESSES * EVENTS * sizeof(u64), found;
	struct rows rows = { .seed = table_seed(), .n_events = events };
	u64 *plain = calloc(1, size), *counts = NULL, i;
	struct place *places = NULL;

	for (i = 0; i < n; i++) {
		u64 thread = any(threads), object = any(objects), at = any(ADDRESSES);
		u64 event = any(events), count = any(3) - 1;

		plain[((thread * objects + object) * ADDRESSES + at) * EVENTS + event] += count;
		if (rows_count(&rows, (unsigned)thread, (unsigned)object, address_of(at),
			       (unsigned)event, count))
			break;
	}
	ok(i == n && !rows_finish(&rows, &places, &counts, &found) &&
		   is_right(places, counts, found, plain, threads, objects, events),
	   "%llu counts of %llu threads in %llu objects, %llu events", (unsigned long long)n,
	   (unsigned long long)threads, (unsigned long long)objects, (unsigned long long)events);
	free(plain);
	free(places);
	free(counts);
}

int main(void)
{
	random_counts(1, 1, 1, 0);
	random_counts(1, 1, 1, 1);
	random_counts(1, 1, 1, ROWS_WAITING);
	random_counts(1, 1, 1, 5000);
	random_counts(3, 2, 2, 20000);
	random_counts(40, 9, EVENTS, 500000);
	return done();
}
