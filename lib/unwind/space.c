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

static void add(struct unwind_space *space, const struct unwind_map *map)
{
	char *copy = strdup(map->path);

	if (!copy || vector_reserve(&space->map, &space->room, space->n + 1, sizeof(*space->map))) {
		free(copy);
		space->failed = true;
		return;
	}
	space->map[space->n] = *map;
	space->map[space->n++].path = copy;
}

static bool is_same(const struct unwind_map *a, const struct unwind_map *b)
{
	return a->start == b->start && a->end == b->end && a->offset == b->offset &&
	       a->build_id_size == b->build_id_size &&
	       !memcmp(a->build_id, b->build_id, a->build_id_size) && !strcmp(a->path, b->path);
}

void unwind_map(struct unwind_space *space, const struct unwind_map *map)
{
	size_t i;

	for (i = space->n; i--;) {
		const struct unwind_map *old = &space->map[i];

		if (old->start >= map->end || map->start >= old->end)
			continue;
		if (is_same(old, map))
			return;
		unwind_forget(space);
		drop(space, i);
	}
	if ((map->path[0] == '/' && map->path[1] != '/') || !strcmp(map->path, UNWIND_VDSO))
		add(space, map);
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
		add(to, &from->map[i]);
}

void unwind_deinit(struct unwind_space *space)
{
	unwind_clear(space);
	free(space->map);
	memset(space, 0, sizeof(*space));
}
