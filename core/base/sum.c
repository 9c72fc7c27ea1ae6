// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * Four lanes keep the multiplier busy, so that a sum takes little longer than to read the words.
 * Each step of a lane can be undone, so a change of one word always changes the sum of its lane.
 */
#include "core/base/sum.h"

#define LANES 4

static u64 mix(u64 sum, u64 word)
{
	sum = (sum ^ word) * 0x9e3779b97f4a7c15ull;
	return sum ^ sum >> 29;
}

static u64 join(u64 sum, u64 lane)
{
	sum = (sum ^ lane) * 0xd6e8feb86659fd93ull;
	return sum ^ sum >> 32;
}

/* A loop over an array of lanes is one over memory to gcc -O2, which takes twice as long. */
u64 sum_words(const u64 *words, size_t n)
{
	u64 a = 1, b = 2, c = 3, d = 4, sum = n;

	for (; n >= LANES; n -= LANES, words += LANES) {
		a = mix(a, words[0]);
		b = mix(b, words[1]);
		c = mix(c, words[2]);
		d = mix(d, words[3]);
	}
	for (; n; n--)
		a = mix(a, *words++);
	return join(join(join(join(sum, a), b), c), d);
}

u64 sum_add(u64 sum, const u64 *words, size_t n)
{
	return mix(sum, sum_words(words, n));
}
