/* SPDX-License-Identifier: BSD-2-Clause */
/* See space.h. */
#include "lib/unwind/space.h"

#include <stdlib.h>
#include <string.h>

#include "lib/base/vector.h"
#include "lib/unwind/walk.h"

static void drop(struct unwind_space *space, size_t i)
{
	free(space->map[i].path);
	memmove(&space->map[i], &space->map[i + 1], (space->n - i - 1) * sizeof(*space->map));
	space->n--;
}

static void add(struct unwind_space *space, const struct unwind_map *map, const char *path)
{
	char *copy = strdup(path);

	if (!copy || vector_reserve(&space->map, &space->room, space->n + 1, sizeof(*space->map))) {
		free(copy);
		space->failed = true;
		return;
	}
	space->map[space->n] = *map;
	space->map[space->n++].path = copy;
}

void unwind_map(struct unwind_space *space, u64 start, u64 end, u64 offset, const char *name)
{
	const struct unwind_map map = { .start = start, .end = end, .offset = offset };
	size_t i;

	for (i = space->n; i--;) {
		const struct unwind_map *old = &space->map[i];

		if (old->start >= end || start >= old->end)
			continue;
		if (old->start == start && old->end == end && old->offset == offset &&
		    !strcmp(old->path, name))
			return;
		unwind_forget(space);
		drop(space, i);
	}
	if ((name[0] == '/' && name[1] != '/') || !strcmp(name, UNWIND_VDSO))
		add(space, &map, name);
}

void unwind_clear(struct unwind_space *space)
{
	unwind_forget(space);
	while (space->n)
		drop(space, space->n - 1);
}

void unwind_copy(struct unwind_space *to, const struct unwind_space *from)
{
	size_t i;

	to->libdw = from->libdw;
	to->failed = from->failed;
	for (i = 0; i < from->n; i++)
		add(to, &from->map[i], from->map[i].path);
}

void unwind_deinit(struct unwind_space *space)
{
	unwind_clear(space);
	free(space->map);
	memset(space, 0, sizeof(*space));
}
