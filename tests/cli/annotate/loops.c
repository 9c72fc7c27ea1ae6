/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A program without libc whose counts follow from arithmetic: 100 rounds; in each, inner() goes 10
 * times through its loop, and three of four call odd(), the fourth other(). A third of odd()'s
 * calls get an odd number.
 */
static volatile long sink;

static inline long twice(long x)
{
	return x + x;
}

__attribute__((noinline)) static void inner(long n)
{
	for (long i = 0; i < n; i++)
		sink += twice(i); /* 1,000 times */
}

__attribute__((noinline)) static long odd(long i)
{
	if (i & 1)
		sink++; /* 25 times */
	return i;
}

__attribute__((noinline)) static long other(long i)
{
	return i + sink; /* 25 times */
}

void _start(void)
{
	long (*volatile f[2])(long) = { odd, other };

	for (long i = 0; i < 100; i++) {
		inner(10);
		f[i % 4 == 3](i);
	}
	__asm__ volatile("syscall" : : "a"(60), "D"(0));
	__builtin_unreachable();
}
