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
	size_t bytes = n <= SIZE_MAX / 2 / size ? n * size : SIZE_MAX;
	/* A huge page takes as long as 100 to 200 small ones. */
	size_t huge = (bytes + HUGE_SIZE / 2) & ~(HUGE_SIZE - 1);
	void *made = NULL;

	if (bytes < HUGE_SIZE)
		made = malloc(bytes ? bytes : 1);
	else if (bytes < SIZE_MAX)
		made = aligned_alloc(HUGE_SIZE, (bytes + HUGE_SIZE - 1) & ~(HUGE_SIZE - 1));
	if (!made)
		return -ENOMEM;
	if (bytes >= HUGE_SIZE)
		(void)!madvise(made, huge, MADV_HUGEPAGE);
	memcpy(array, &made, sizeof(made));
	*room = n;
	return 0;
}
