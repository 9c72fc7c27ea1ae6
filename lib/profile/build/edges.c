/* SPDX-License-Identifier: BSD-2-Clause */
/* A hash table of edges by what they join. */
#include <errno.h>
#include <stdlib.h>

#include "lib/profile/build/edges.h"
#include "lib/profile/build/vector.h"
#include "lib/profile/model/order.h"

static u64 hash_of(const struct edges *edges, const struct pmc_edge *edge)
{
	u64 hash = table_mix(edges->seed, edge->from, edge->to);

	hash = table_mix(hash, edge->from_object, edge->to_object);
	return table_mix(hash, edge->thread, edge->kind);
}

static bool same(const struct pmc_edge *a, const struct pmc_edge *b)
{
	return a->from == b->from && a->to == b->to && a->from_object == b->from_object &&
	       a->to_object == b->to_object && a->thread == b->thread && a->kind == b->kind;
}

/* Finds or adds an edge. Returns its index or -ENOMEM. */
static s64 find(struct edges *edges, const struct pmc_edge *edge)
{
	u64 hash = hash_of(edges, edge);
	struct table_probe probe;

	for (probe = table_probe(hash); table_next(&edges->table, &probe);)
		if (same(&edges->all[probe.index], edge))
			return probe.index;
	if (edges->n >= UINT32_MAX - 1 ||
	    vector_reserve(&edges->all, &edges->room, edges->n + 1, sizeof(*edges->all)) ||
	    table_add(&edges->table, hash, (u32)edges->n))
		return -ENOMEM;
	edges->all[edges->n] = *edge;
	edges->all[edges->n].count = 0;
	edges->all[edges->n].inclusive = NULL;
	return (s64)edges->n++;
}

/* Makes room for the inclusive counts of all edges; new ones are 0. */
static int reserve_inclusive(struct edges *edges)
{
	size_t before = edges->inclusive_room, n = edges->n * edges->n_events;

	if (vector_reserve(&edges->inclusive, &edges->inclusive_room, n, sizeof(*edges->inclusive)))
		return -ENOMEM;
	memset(edges->inclusive + before, 0,
	       (edges->inclusive_room - before) * sizeof(*edges->inclusive));
	return 0;
}

int edges_add(struct edges *edges, const struct pmc_edge *edge)
{
	s64 i = find(edges, edge);
	size_t k;

	if (i < 0)
		return (int)i;
	edges->all[i].count += edge->count;
	if (!edge->inclusive)
		return 0;
	if (reserve_inclusive(edges))
		return -ENOMEM;
	for (k = 0; k < edges->n_events; k++)
		edges->inclusive[(size_t)i * edges->n_events + k] += edge->inclusive[k];
	return 0;
}

int edges_finish(struct edges *edges, struct pmc_profile *p)
{
	size_t i, kept = 0;

	if (edges->inclusive) {
		size_t size = edges->n * edges->n_events * sizeof(u64);
		u64 *all = arena_alloc(&p->arena, size);

		if (!all || reserve_inclusive(edges))
			return -ENOMEM;
		memcpy(all, edges->inclusive, size);
		for (i = 0; i < edges->n; i++)
			if (edges->all[i].kind == PMC_EDGE_CALL)
				edges->all[i].inclusive = all + i * edges->n_events;
	}
	for (i = 0; i < edges->n; i++)
		if (edges->all[i].count || edges->all[i].inclusive)
			edges->all[kept++] = edges->all[i];
	if (kept)
		qsort(edges->all, kept, sizeof(*edges->all), order_edges);
	p->edges = edges->all;
	p->n_edges = kept;
	edges->all = NULL;
	return 0;
}

void edges_deinit(struct edges *edges)
{
	free(edges->all);
	free(edges->inclusive);
	table_deinit(&edges->table);
}
