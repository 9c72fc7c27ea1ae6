/* SPDX-License-Identifier: BSD-2-Clause */
/* Compares the arithmetic of scaled counts with the compiler's 128-bit arithmetic. */
#include "lib/base/clock.h"
#include "tests/any.h"
#include "tests/tap.h"

/* Of any length. */
static u64 next(void)
{
	return any_bits() >> any(64);
}

int main(void)
{
	int i, wrong = 0;

	is_u64(mul_div(100, 3, 2), 150, "100 * 3 / 2");
	is_u64(mul_div(UINT64_MAX, UINT64_MAX, UINT64_MAX), UINT64_MAX, "the largest numbers");
	is_u64(mul_div(UINT64_MAX, 2, 1), UINT64_MAX, "saturates");
	is_u64(mul_div(UINT64_MAX, UINT64_MAX - 1, UINT64_MAX), UINT64_MAX - 1,
	       "a divisor of 64 bits");
	is_u64(mul_div(0, 5, 7), 0, "nothing");
#ifdef __SIZEOF_INT128__
	for (i = 0; i < 200000; i++) {
		u64 a = next(), b = next(), c = next() | 1;
		unsigned __int128 want = (unsigned __int128)a * b / c;
		u64 got = mul_div(a, b, c);

		if (got != (want >> 64 ? UINT64_MAX : (u64)want))
			wrong++;
	}
	is_int(wrong, 0, "200,000 random products");
#else
	(void)i, (void)wrong, (void)next;
	skip(1, "this compiler has no 128-bit numbers");
#endif
	return done();
}
