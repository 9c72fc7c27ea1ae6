/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * early executes a loop for some tenths of a second, and then other code once: the loop's traces,
 * which are hot, are dropped (emu/code/heat.h), and nobody comes there again. No branch is
 * indirect, so that the engine is not asked while the loop runs.
 *
 * early much executes the loop for a moment, and then so much code that to translate it takes
 * longer than the loop. early much again executes the loop once more then.
 */
#include <stdio.h>

/* So many conditional branches, none of which is taken. */
#define BRANCHES(n, x) \
	__asm__ volatile(".rept " #n "\n\tadd $1, %0\n\tjs 7f\n7:\n.endr" : "+r"(x) : : "cc")

static int loop(int times)
{
	int sum = 0;

	while (times--)
		BRANCHES(20000, sum);
	return sum;
}

int main(int argc, char **argv)
{
	int (*volatile looping)(int) = loop;
	int sum = looping(argc > 1 ? 1000 : 40000);

	(void)argv;
	if (argc > 1)
		BRANCHES(600000, sum);
	else
		BRANCHES(4000, sum);
	if (argc > 2)
		sum += looping(1);
	return printf("%d\n", sum) < 0;
}
