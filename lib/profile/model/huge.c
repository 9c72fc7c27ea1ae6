/* SPDX-License-Identifier: BSD-2-Clause */
/* See huge.h. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "lib/base/vector.h"
#include "lib/profile/model/huge.h"

/* See huge_alloc(). Of the last huge page so much must be used, or it is small ones. */
static void *alloc(size_t n, size_t worth)
{
	size_t huge;
	void *p;

	if (n < HUGE_SIZE)
		return malloc(n ? n : 1);
	if (n > SIZE_MAX - HUGE_SIZE)
		return NULL;
	huge = (n + HUGE_SIZE - worth) & ~(HUGE_SIZE - 1);
	p = aligned_alloc(HUGE_SIZE, (n + HUGE_SIZE - 1) & ~(HUGE_SIZE - 1));
	/* It is no failure if the kernel has none. */
	if (p)
		(void)!madvise(p, huge, MADV_HUGEPAGE);
	return p;
}

void *huge_alloc(size_t n)
{
	return alloc(n, 1);
}

/* What an array begins with. Memory that is not used costs nothing. */
#define FIRST ((size_t)512 << 10)
/* A huge page that is used in part costs more than small ones, and the kernel moves these to where
 * there is room. */
#define HUGE_FROM (4 * HUGE_SIZE)

int huge_reserve(void *array, size_t *room, size_t used, size_t n, size_t size)
{
	size_t want;
	void *old, *grown;

	if (n <= *room)
		return 0;
	want = vector_room(*room, FIRST / size + 1, n, size);
	if (!want)
		return -ENOMEM;
	memcpy(&old, array, sizeof(old));
	if (want * size < HUGE_FROM) {
		grown = realloc(old, want * size);
	} else {
		grown = huge_alloc(want * size);
		if (grown && used)
			memcpy(grown, old, used * size);
		if (grown)
			free(old);
	}
	if (!grown)
		return -ENOMEM;
	memcpy(array, &grown, sizeof(grown));
	*room = want;
	return 0;
}

int huge_expect(void *array, size_t *room, size_t n, size_t size)
{
	/* A huge page takes as long as 100 to 200 small ones. */
	void *made = n <= SIZE_MAX / 2 / size ? alloc(n * size, HUGE_SIZE / 2) : NULL;

	if (!made)
		return -ENOMEM;
	memcpy(array, &made, sizeof(made));
	*room = n;
	return 0;
}
