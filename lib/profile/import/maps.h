/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What is mapped where in a process. A tree whose nodes never change: a change makes new nodes from
 * the root down to it, so that a fork copies a pointer, however many maps there are.
 */
#ifndef PMC_LIB_PROFILE_MAPS_H
#define PMC_LIB_PROFILE_MAPS_H

#include "core/base/types.h"

struct arena;
struct map_node;

/* Addresses from start to end, without end. What `object` and `offset` mean is the caller's. */
struct map {
	u64 start, end;
	u64 offset; /* of start */
	u32 object;
};

/*
 * Puts a map over what was there before. *random: changes with each call. Returns the new root, or
 * NULL: there is no memory. An empty map changes nothing.
 */
const struct map_node *maps_add(struct arena *arena, const struct map_node *root, u64 *random,
				const struct map *map);
/* The map that has the address, or NULL. */
const struct map *maps_find(const struct map_node *root, u64 address);

#endif
