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

u64 sum_words(const u64 *words, size_t n)
{
	u64 lane[LANES] = { 1, 2, 3, 4 }, sum = n;
	size_t i = 0;
	unsigned k; /* Linux 5.10 compiles this as C90 */

	for (; i + LANES <= n; i += LANES)
		for (k = 0; k < LANES; k++)
			lane[k] = mix(lane[k], words[i + k]);
	for (; i < n; i++)
		lane[0] = mix(lane[0], words[i]);
	for (k = 0; k < LANES; k++) {
		sum = (sum ^ lane[k]) * 0xd6e8feb86659fd93ull;
		sum ^= sum >> 32;
	}
	return sum;
}

u64 sum_add(u64 sum, const u64 *words, size_t n)
{
	return mix(sum, sum_words(words, n));
}
