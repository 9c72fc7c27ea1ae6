/* SPDX-License-Identifier: BSD-2-Clause */
/* Numbers at random: xorshift. */
#include "tests/guest/prog/driver/random.h"

uint64_t seed = 88172645463325252ull;

uint64_t chance(uint64_t n)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return seed % n;
}
