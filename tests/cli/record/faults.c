/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Touches N new pages (its first argument, 300) in few(), and twice as many in many(), each once.
 * So each function has as many page faults, at one instruction. With a second argument it waits for
 * a line on standard input before it begins.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#define PAGE 4096

static __attribute__((noinline)) void touch(volatile char *page)
{
	*page = 1;
	__asm__ volatile("" ::: "memory");
}

static __attribute__((noinline)) void few(char *at, long n)
{
	for (long i = 0; i < n; i++)
		touch(at + i * PAGE);
	__asm__ volatile("");
}

static __attribute__((noinline)) void many(char *at, long n)
{
	for (long i = 0; i < 2 * n; i++)
		touch(at + i * PAGE);
	__asm__ volatile("");
}

int main(int argc, char **argv)
{
	long n = argc > 1 ? atol(argv[1]) : 300;
	size_t size = (size_t)(3 * n) * PAGE;
	char *at = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (at == MAP_FAILED || madvise(at, size, MADV_NOHUGEPAGE))
		return 1;
	if (argc > 2) {
		puts("ready");
		fflush(stdout);
		if (getchar() == EOF)
			return 1;
	}
	few(at, n);
	many(at + n * PAGE, n);
	return 0;
}
