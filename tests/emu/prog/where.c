/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Prints where its memory lies: the first address of the stack, heap, a mapping, the program and
 * the C library. With arguments it executes them afterwards.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	void *heap = sbrk(0), *map;

	map = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	dprintf(1, "stack %p heap %p map %p program %p libc %p\n", (void *)(argv - 1), heap, map,
		(void *)main, (void *)getenv);
	if (argc < 2)
		return 0;
	execv(argv[1], argv + 1);
	return 1;
}
