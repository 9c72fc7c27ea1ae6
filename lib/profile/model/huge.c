/* SPDX-License-Identifier: BSD-2-Clause */
/* See huge.h. */
#define _GNU_SOURCE
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "lib/profile/model/huge.h"

void *huge_alloc(size_t n)
{
	void *p;

	if (n < HUGE_SIZE)
		return malloc(n ? n : 1);
	if (n > SIZE_MAX - HUGE_SIZE)
		return NULL;
	n = (n + HUGE_SIZE - 1) & ~(HUGE_SIZE - 1);
	p = aligned_alloc(HUGE_SIZE, n);
	/* It is no failure if the kernel has none. */
	if (p)
		(void)!madvise(p, n, MADV_HUGEPAGE);
	return p;
}
