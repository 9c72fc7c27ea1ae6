/* SPDX-License-Identifier: BSD-2-Clause */
/* The time, and the arithmetic of scaled counts. */
#include <time.h>

#include "lib/base/clock.h"

u64 clock_now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (u64)ts.tv_sec * 1000000000u + (u64)ts.tv_nsec;
}

/*
 * Divides the 128-bit product bit by bit, because i386 has no type for it. This runs only once per
 * reading of a multiplexed event.
 */
u64 mul_div(u64 a, u64 b, u64 c)
{
	u64 a0 = (u32)a, a1 = a >> 32, b0 = (u32)b, b1 = b >> 32;
	u64 mid = a1 * b0 + (a0 * b0 >> 32);
	u64 mid2 = a0 * b1 + (u32)mid;
	u64 high = a1 * b1 + (mid >> 32) + (mid2 >> 32);
	u64 low = mid2 << 32 | (u32)(a0 * b0);
	u64 q = 0;
	int i;

	if (high >= c)
		return UINT64_MAX;
	if (!high)
		return low / c;
	for (i = 0; i < 64; i++) {
		bool carry = high >> 63;

		high = high << 1 | low >> 63;
		low <<= 1;
		q <<= 1;
		if (carry || high >= c) {
			high -= c;
			q |= 1;
		}
	}
	return q;
}
