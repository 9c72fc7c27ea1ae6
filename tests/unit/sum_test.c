/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * core/base/sum.c: the sum of so many words is what it says of each lane, word by word; a change of
 * any word changes it.
 */
#include "core/base/sum.h"
#include "tests/any.h"
#include "tests/tap.h"

#define MOST 67 /* words */

static u64 step(u64 sum, u64 word, u64 by, unsigned shift)
{
	sum = (sum ^ word) * by;
	return sum ^ sum >> shift;
}

/* Word i belongs to lane i modulo 4; those behind the last four to the first one. */
static u64 plain(const u64 *words, size_t n)
{
	u64 lane[4] = { 1, 2, 3, 4 }, sum = n;

	for (size_t i = 0; i < n; i++) {
		u64 *l = &lane[i < n / 4 * 4 ? i % 4 : 0];

		*l = step(*l, words[i], 0x9e3779b97f4a7c15ull, 29);
	}
	for (unsigned k = 0; k < 4; k++)
		sum = step(sum, lane[k], 0xd6e8feb86659fd93ull, 32);
	return sum;
}

int main(void)
{
	u64 words[MOST];
	unsigned wrong = 0, same = 0;

	for (size_t i = 0; i < MOST; i++)
		words[i] = any_bits();
	for (size_t n = 0; n <= MOST; n++) {
		u64 sum = sum_words(words, n);

		wrong += sum != plain(words, n);
		for (size_t i = 0; i < n; i++) {
			u64 bit = 1ull << any_bits() % 64;

			words[i] ^= bit;
			same += sum_words(words, n) == sum;
			words[i] ^= bit;
		}
	}
	is_u64(wrong, 0, "sums of 0 to %d words", MOST);
	is_u64(same, 0, "each changed bit is seen");
	is_u64(sum_add(5, words, MOST), step(5, sum_words(words, MOST), 0x9e3779b97f4a7c15ull, 29),
	       "the sum of pieces");
	return done();
}
