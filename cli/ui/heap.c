/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * See heap.h. malloc(3) has no setting for that which a process could choose itself (the tunable
 * glibc.malloc.hugetlb comes with the environment). But the heap can be told to grow by some huge
 * pages at once, and what is freed at its end stays there.
 */
#define _GNU_SOURCE
#include "cli/ui/heap.h"

#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#define HUGE_SIZE ((size_t)2 << 20)
/* More than the heap has left when it is grown, and less than what gets a mapping meanwhile. */
#define FIRST	  ((size_t)1 << 20)
#define THRESHOLD ((size_t)16 << 20)
/* By so much it grows when the huge pages are full. */
#define FURTHER ((size_t)1 << 20)

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) /* which has a heap of its own */
void heap_use_huge_pages(size_t size, size_t large)
{
	/* What lies before the first huge page must not be used. */
	static void *before;
	uintptr_t start, huge, end;
	void *first;

	mallopt(M_ARENA_MAX, 1);
	mallopt(M_MMAP_THRESHOLD, (int)THRESHOLD);
	mallopt(M_TRIM_THRESHOLD, (int)(2 * size));
	mallopt(M_TOP_PAD, (int)(size + HUGE_SIZE));
	first = malloc(FIRST);
	start = (uintptr_t)first;
	end = (uintptr_t)sbrk(0) & ~(uintptr_t)(HUGE_SIZE - 1);
	huge = (start + 64 + HUGE_SIZE - 1) & ~(uintptr_t)(HUGE_SIZE - 1);
	free(first);
	before = first && huge < end ? malloc(huge - start - 32) : NULL;
	if (before && (uintptr_t)before == start)
		(void)!madvise((void *)huge, end - huge, MADV_HUGEPAGE);
	mallopt(M_TOP_PAD, (int)FURTHER);
	mallopt(M_MMAP_THRESHOLD, (int)large);
}
#else
void heap_use_huge_pages(size_t size, size_t large)
{
}
#endif
