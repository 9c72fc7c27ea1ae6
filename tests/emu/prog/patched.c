/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * patched calls a function that lies in two pages, and changes it in the first one. patched again
 * calls it once more then. Both print what it has returned.
 */
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#define PAGE 4096ul

/* The number ends the first page. */
int number(void), call(void);
__asm__(".pushsection .text\n\t.p2align 12\n\t.skip 4096 - 5, 0xcc\n"
	"number:\tmov $1, %eax\n\tret\n"
	"call:\tcall number\n\tret\n"
	"\t.p2align 12\n\t.popsection");

int main(int argc, char **argv)
{
	char *page = (char *)number - (PAGE - 5);
	int (*volatile calls)(void) = call; /* the same trace each time */
	int before = calls(), two = 2;

	(void)argv;
	if (mprotect(page, PAGE, PROT_READ | PROT_WRITE | PROT_EXEC))
		return 1;
	memcpy(page + PAGE - 4, &two, sizeof(two));
	if (mprotect(page, PAGE, PROT_READ | PROT_EXEC))
		return 1;
	return printf("%d %d\n", before, argc > 1 ? calls() : 0) < 0;
}
