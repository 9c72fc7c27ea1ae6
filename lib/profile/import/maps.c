/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A treap: sorted by start, and a heap by random numbers, which keeps it flat whatever the order
 * of the maps. All functions here return NULL for an empty tree; `failed` says that memory lacks.
 */
#include "lib/profile/import/maps.h"
#include "lib/profile/model/arena.h"

struct map_node {
	struct map map;
	u32 rank;
	const struct map_node *left, *right;
};

struct edit {
	struct arena *arena;
	bool failed;
};

static const struct map_node *node(struct edit *edit, const struct map *map, u32 rank,
				   const struct map_node *left, const struct map_node *right)
{
	struct map_node *new = arena_alloc(edit->arena, sizeof(*new));

	if (!new) {
		edit->failed = true;
		return NULL;
	}
	*new = (struct map_node){ *map, rank, left, right };
	return new;
}

/* Splits into what starts below the address and the rest. */
static void split(struct edit *edit, const struct map_node *root, u64 address,
		  const struct map_node **below, const struct map_node **rest)
{
	const struct map_node *middle;

	if (!root) {
		*below = *rest = NULL;
	} else if (root->map.start < address) {
		split(edit, root->right, address, &middle, rest);
		*below = node(edit, &root->map, root->rank, root->left, middle);
	} else {
		split(edit, root->left, address, below, &middle);
		*rest = node(edit, &root->map, root->rank, middle, root->right);
	}
}

/* Joins two trees; all of the first stands before all of the second. */
static const struct map_node *join(struct edit *edit, const struct map_node *a,
				   const struct map_node *b)
{
	if (!a || !b)
		return a ? a : b;
	if (a->rank > b->rank)
		return node(edit, &a->map, a->rank, a->left, join(edit, a->right, b));
	return node(edit, &b->map, b->rank, join(edit, a, b->left), b->right);
}

static const struct map_node *last(const struct map_node *root)
{
	while (root && root->right)
		root = root->right;
	return root;
}

static const struct map_node *add_part(struct edit *edit, const struct map_node *below, u64 *random,
				       const struct map *map)
{
	*random = *random * 6364136223846793005ull + 1442695040888963407ull;
	return join(edit, below, node(edit, map, (u32)(*random >> 33), NULL, NULL));
}

const struct map_node *maps_add(struct arena *arena, const struct map_node *root, u64 *random,
				const struct map *map)
{
	struct edit edit = { arena, false };
	const struct map_node *below, *rest, *covered, *above, *at;
	struct map part;

	if (map->start >= map->end)
		return root;
	split(&edit, root, map->start, &below, &rest);
	split(&edit, rest, map->end, &covered, &above);
	/* What stays of a map that ends behind the new one. */
	at = last(covered);
	if (!at || at->map.end <= map->end)
		at = last(below);
	if (at && at->map.end > map->end) {
		part = at->map;
		part.offset += map->end - part.start;
		part.start = map->end;
		above = join(&edit, add_part(&edit, NULL, random, &part), above);
	}
	/* What stays of one that begins before it. */
	at = last(below);
	if (at && at->map.end > map->start) {
		part = at->map;
		part.end = map->start;
		split(&edit, below, part.start, &below, &rest);
		below = add_part(&edit, below, random, &part);
	}
	root = join(&edit, add_part(&edit, below, random, map), above);
	return edit.failed ? NULL : root;
}

const struct map *maps_find(const struct map_node *root, u64 address)
{
	const struct map *found = NULL;

	while (root) {
		if (root->map.start <= address) {
			found = &root->map;
			root = root->right;
		} else {
			root = root->left;
		}
	}
	return found && address < found->end ? found : NULL;
}
