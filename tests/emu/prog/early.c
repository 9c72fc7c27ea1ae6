/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * early executes a loop for some tenths of a second, and then other code once: the loop's traces,
 * which are hot, are dropped (emu/code/heat.h), and nobody comes there again. No branch is
 * indirect, so that the engine is not asked while the loop runs.
 */
#include <stdio.h>

/* So many conditional branches, none of which is taken. */
#define BRANCHES(n, x) \
	__asm__ volatile(".rept " #n "\n\tadd $1, %0\n\tjs 7f\n7:\n.endr" : "+r"(x) : : "cc")

int main(void)
{
	int sum = 0;

	for (int i = 0; i < 40000; i++)
		BRANCHES(20000, sum);
	BRANCHES(4000, sum);
	return printf("%d\n", sum) < 0;
}
