/* SPDX-License-Identifier: BSD-2-Clause */
/* Arrays that double. */
#include <errno.h>
#include <stdlib.h>

#include "lib/base/vector.h"

size_t vector_room(size_t room, size_t first, size_t n, size_t size)
{
	size_t want = room ? room : first;

	while (want < n)
		want = want > SIZE_MAX / 2 ? n : want * 2;
	return want > SIZE_MAX / 2 / size ? 0 : want;
}

int vector_reserve(void *array, size_t *room, size_t n, size_t size)
{
	size_t want;
	void *old, *grown;

	if (n <= *room)
		return 0;
	want = vector_room(*room, 16, n, size);
	if (!want)
		return -ENOMEM;
	memcpy(&old, array, sizeof(old));
	grown = realloc(old, want * size);
	if (!grown)
		return -ENOMEM;
	memcpy(array, &grown, sizeof(grown));
	*room = want;
	return 0;
}
