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

static bool in_order(const u64 *a, const u64 *b)
{
	if (a[1] >> 32 != b[1] >> 32)
		return a[1] >> 32 < b[1] >> 32;
	return a[0] != b[0] ? a[0] < b[0] : a[1] < b[1];
}

/* Are the rows those of the plain counts that are not zero, and in order? */
static bool is_right(const u64 *rows, size_t n, const u64 *plain, u64 threads, u64 objects,
		     u64 events)
{
	size_t i, expected = 0, k;

	for (i = 0; i < threads * objects * ADDRESSES; i++) {
		for (k = 0; k < events && !plain[i * EVENTS + k];)
			k++;
		expected += k < events;
	}
	for (i = 0; i < n && i < expected; i++) {
		const u64 *row = rows + i * (MODEL_HEAD + events);
		u64 low = row[0] & ((1ull << 50) - 1), thread = (u32)row[1], object = row[1] >> 32;
		u64 at = (thread * objects + object) * ADDRESSES + low;

		if (low >= ADDRESSES || row[0] != address_of(low) || thread >= threads ||
		    object >= objects ||
		    !same_counts(row + MODEL_HEAD, plain + at * EVENTS, events))
			return false;
		if (i && !in_order(row - (MODEL_HEAD + events), row))
			return false;
	}
	return n == expected;
}

static void random_counts(u64 threads, u64 objects, u64 events, u64 n)
{
	size_t size = threads * objects * ADDRESSES * EVENTS * sizeof(u64), found;
	struct rows rows = { .seed = table_seed(), .n_events = events };
	u64 *plain = calloc(1, size), *counted = NULL, i;

	for (i = 0; i < n; i++) {
		u64 thread = any(threads), object = any(objects), at = any(ADDRESSES);
		u64 event = any(events), count = any(3) - 1;

		plain[((thread * objects + object) * ADDRESSES + at) * EVENTS + event] += count;
		if (rows_count(&rows, (unsigned)thread, (unsigned)object, address_of(at),
			       (unsigned)event, count))
			break;
	}
	ok(i == n && !rows_finish(&rows, &counted, &found) &&
		   is_right(counted, found, plain, threads, objects, events),
	   "%llu counts of %llu threads in %llu objects, %llu events", (unsigned long long)n,
	   (unsigned long long)threads, (unsigned long long)objects, (unsigned long long)events);
	free(plain);
	free(counted);
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
