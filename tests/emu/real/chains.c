/* SPDX-License-Identifier: BSD-2-Clause */
/* Chains of calls of every kind: recursion, by pointers, through a signal handler, out of them by
 * longjmp. The tests compile it with frame pointers. */
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

static volatile long sum;
static jmp_buf back;

__attribute__((noinline)) static long fib(long n)
{
	long a, b;

	if (n < 2)
		return n;
	a = fib(n - 1);
	b = fib(n - 2);
	sum += a;
	return a + b;
}

__attribute__((noinline)) static void odd(long n);

__attribute__((noinline)) static void even(long n)
{
	if (n)
		odd(n - 1);
	sum++;
}

__attribute__((noinline)) static void odd(long n)
{
	if (n)
		even(n - 1);
	sum--;
}

__attribute__((noinline)) static void leap(long n)
{
	if (!n)
		longjmp(back, 1);
	leap(n - 1);
	sum++;
}

static void handler(int sig)
{
	even(sig);
}

static int compare(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

int main(void)
{
	static int numbers[50];
	void (*volatile call[2])(long) = { even, odd };

	signal(SIGUSR1, handler);
	for (int i = 0; i < 50; i++)
		numbers[i] = i * 7919 % 211;
	qsort(numbers, 50, sizeof(numbers[0]), compare);
	for (int i = 0; i < 8; i++) {
		call[i & 1](i);
		raise(SIGUSR1);
		if (!setjmp(back))
			leap(i);
	}
	printf("%ld %ld %d\n", fib(9), sum, numbers[25]);
	return 0;
}
