/* SPDX-License-Identifier: BSD-2-Clause */
/* The mean of a number over several runs, by Welford's method, which loses no digits. */
#include "cli/run/average.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

void average_add(struct average *average, double x)
{
	double off = x - average->mean;

	average->n++;
	average->mean += off / average->n;
	average->m2 += off * (x - average->mean);
}

/* Uses the instruction itself: sqrt() would need libm, which sets errno. */
double square_root(double x)
{
#ifdef __SSE2__
	__m128d v = _mm_set_sd(x);

	return _mm_cvtsd_f64(_mm_sqrt_sd(v, v));
#else
	__asm__("fsqrt" : "+t"(x));
	return x;
#endif
}

double average_spread(const struct average *average)
{
	if (average->n < 2)
		return 0;
	return square_root(average->m2 / (average->n - 1) / average->n);
}
