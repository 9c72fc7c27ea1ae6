/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A radix sort from the most significant digit on, in place: rows are swapped to where those of
 * their digit go, then each digit's are sorted by the next one (P. M. McIlroy, K. Bostic,
 * M. D. McIlroy, "Engineering Radix Sort", 1993).
 */
#include "lib/profile/build/rows_sort.h"

/* Of the object, of the address, of the thread. */
#define DIGITS 16u
/* Fewer rows than this are sorted by insertion. */
#define FEW 24u

struct sorting {
	size_t size; /* of a row, in words */
	unsigned digits;
	u8 digit[DIGITS]; /* those in which rows differ, the most significant one first */
};

static unsigned digit_of(const u64 *row, unsigned d)
{
	if (d < 4)
		return row[1] >> (56 - 8 * d) & 255;
	if (d < 12)
		return row[0] >> (56 - 8 * (d - 4)) & 255;
	return row[1] >> (24 - 8 * (d - 12)) & 255;
}

static bool is_before(const u64 *a, const u64 *b)
{
	if (a[1] >> 32 != b[1] >> 32)
		return a[1] >> 32 < b[1] >> 32;
	return a[0] != b[0] ? a[0] < b[0] : a[1] < b[1];
}

static void swap(u64 *a, u64 *b, size_t size)
{
	size_t k;
	u64 word;

	for (k = 0; k < size; k++) {
		word = a[k];
		a[k] = b[k];
		b[k] = word;
	}
}

static void insert(const struct sorting *s, u64 *rows, size_t n)
{
	size_t i, k;

	for (i = 1; i < n; i++)
		for (k = i; k && is_before(rows + k * s->size, rows + (k - 1) * s->size); k--)
			swap(rows + k * s->size, rows + (k - 1) * s->size, s->size);
}

/* Sorts rows that have all digits before this one in common. */
static void sort(const struct sorting *s, u64 *rows, size_t n, unsigned at)
{
	size_t next[256] = { 0 }, end[256], i, first = 0;
	unsigned d, to;

	if (n < FEW || at == s->digits) {
		insert(s, rows, n);
		return;
	}
	for (i = 0; i < n; i++)
		next[digit_of(rows + i * s->size, s->digit[at])]++;
	for (d = 0; d < 256; d++) {
		end[d] = first + next[d];
		next[d] = first;
		first = end[d];
	}
	for (d = 0; d < 256; d++)
		while (next[d] < end[d]) {
			to = digit_of(rows + next[d] * s->size, s->digit[at]);
			if (to != d)
				swap(rows + next[d] * s->size, rows + next[to] * s->size, s->size);
			next[to]++;
		}
	for (d = 0, first = 0; d < 256; first = end[d++])
		sort(s, rows + first * s->size, end[d] - first, at + 1);
}

void rows_sort(u64 *rows, size_t n, size_t size)
{
	struct sorting s = { .size = size };
	u64 differ[2] = { 0 };
	unsigned d;
	size_t i;

	for (i = 1; i < n; i++) {
		differ[0] |= rows[i * size] ^ rows[0];
		differ[1] |= rows[i * size + 1] ^ rows[1];
	}
	for (d = 0; d < DIGITS; d++)
		if (digit_of(differ, d))
			s.digit[s.digits++] = (u8)d;
	sort(&s, rows, n, 0);
}
