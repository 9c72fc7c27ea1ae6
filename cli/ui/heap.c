/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * See heap.h. malloc(3) has no setting for that which a process could choose itself (the tunable
 * glibc.malloc.hugetlb comes with the environment). But what it frees at the end of the heap stays
 * there, so the heap grows by some huge pages first.
 */
#define _GNU_SOURCE
#include "cli/ui/heap.h"

#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

#define HUGE_SIZE ((size_t)2 << 20)
#define SIZE	  (4 * HUGE_SIZE)
/* What is as large has a mapping of its own, which can grow without a copy. */
#define LARGE ((int)HUGE_SIZE)

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) /* which has a heap of its own */
void heap_use_huge_pages(void)
{
	/* What lies before the first huge page must not be used. */
	static void *before;
	uintptr_t start, huge;
	void *all;

	mallopt(M_MMAP_THRESHOLD, 2 * (int)SIZE);
	mallopt(M_TRIM_THRESHOLD, 2 * (int)SIZE);
	all = malloc(SIZE + HUGE_SIZE);
	start = (uintptr_t)all;
	huge = (start + 64 + HUGE_SIZE - 1) & ~(uintptr_t)(HUGE_SIZE - 1);
	free(all);
	before = all ? malloc(huge - start - 32) : NULL;
	if ((uintptr_t)before == start)
		(void)!madvise((void *)huge, SIZE - HUGE_SIZE, MADV_HUGEPAGE);
	mallopt(M_MMAP_THRESHOLD, LARGE);
}
#else
void heap_use_huge_pages(void)
{
}
#endif
