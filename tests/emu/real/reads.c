/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A program that reads its own counts, often enough that the engine empties its code cache for it,
 * first and later: between the reads it runs different parts of much code. It prints a number that
 * depends on every value read. Whoever single-steps it answers the reads, too (prog/step.c).
 */
#include <stdio.h>

#define N_SIGNALS 11

static unsigned long all[N_SIGNALS], hash;

static void read_counts(void)
{
	long ret;

	__asm__ volatile("syscall"
			 : "=a"(ret)
			 : "a"(0x706d63L), "D"(1L), "S"(all)
			 : "rcx", "r11", "memory");
	hash = hash * 3 + all[0] + (all[1] << 8) + (all[2] << 16) + (all[3] << 24) + all[4] +
	       (all[7] << 4) + (all[9] << 12) + all[10] + (unsigned long)ret;
}

static volatile int seed = 12345;

#define PIECE                            \
	if (x & 1)                       \
		x = x * 3 + __COUNTER__; \
	else                             \
		x = x / 2 + 77;          \
	seed = x & 0xffff;
#define FOUR(p) p p p p
#define FUNCTION(name)                                   \
	static __attribute__((noinline)) int name(int x) \
	{                                                \
		FOUR(FOUR(FOUR(PIECE)))                  \
		return x;                                \
	}
FUNCTION(a)
FUNCTION(b)
FUNCTION(c)
FUNCTION(d)
FUNCTION(e)
FUNCTION(f)

static int (*const functions[])(int) = { a, b, c, d, e, f };

static void run_all(int times)
{
	for (int i = 0; i < times; i++)
		for (unsigned k = 0; k < sizeof(functions) / sizeof(functions[0]); k++)
			functions[k](i * 7 + (int)k);
}

int main(void)
{
	run_all(2);
	for (int i = 0; i < 6; i++) {
		read_counts();
		functions[i](i);
	}
	run_all(2);
	read_counts();
	for (int i = 0; i < 2100; i++) {
		read_counts();
		if (i % 100 == 0)
			functions[i / 100 % 6](i);
	}
	run_all(1);
	read_counts();
	printf("%lx: %lu instructions, %lu loads, %lu taken\n", hash, all[0], all[1], all[3]);
	return 0;
}
