/* SPDX-License-Identifier: BSD-2-Clause */
/* A hash table of edges by what they join. */
#include <errno.h>
#include <stdlib.h>

#include "lib/base/vector.h"
#include "lib/profile/build/edges.h"
#include "lib/profile/model/huge.h"
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
static s64 find(struct edges *edges, const struct pmc_edge *edge, u32 page)
{
	u64 hash = hash_of(edges, edge);
	struct table_probe probe;

	for (probe = table_probe(hash); table_next(&edges->table, &probe);)
		if (same(&edges->all[probe.index], edge))
			return probe.index;
	if (edges->n >= UINT32_MAX - 1 ||
	    vector_reserve(&edges->all, &edges->room, edges->n + 1, sizeof(*edges->all)) ||
	    vector_reserve(&edges->page, &edges->page_room, edges->n + 1, sizeof(*edges->page)) ||
	    table_add(&edges->table, hash, (u32)edges->n))
		return -ENOMEM;
	edges->all[edges->n] = *edge;
	edges->all[edges->n].count = 0;
	edges->all[edges->n].inclusive = NULL;
	edges->page[edges->n] = page;
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

s64 edges_add(struct edges *edges, const struct pmc_edge *edge, u32 page)
{
	s64 i = find(edges, edge, page);
	size_t k;

	if (i < 0)
		return i;
	edges->all[i].count += edge->count;
	if (!edge->inclusive)
		return i;
	if (reserve_inclusive(edges))
		return -ENOMEM;
	for (k = 0; k < edges->n_events; k++)
		edges->inclusive[(size_t)i * edges->n_events + k] += edge->inclusive[k];
	return i;
}

/* Edges of one piece of addresses: there are few, or they come from one instruction. */
static void sort_few(struct pmc_edge *edges, size_t n)
{
	struct pmc_edge edge;
	size_t i, k;

	if (n > 16) {
		qsort(edges, n, sizeof(*edges), order_edges);
		return;
	}
	for (i = 1; i < n; i++) {
		edge = edges[i];
		for (k = i; k && order_edges(&edges[k - 1], &edge) > 0; k--)
			edges[k] = edges[k - 1];
		edges[k] = edge;
	}
}

static bool has_counts(const struct pmc_edge *edge)
{
	return edge->count || edge->inclusive;
}

/* Puts the edges that have counts into the order of their pages. first: one more than pages, all 0.
 * Returns how many there are. */
static size_t sort_all(const struct edges *edges, const u32 *rank, size_t *first, size_t pages,
		       struct pmc_edge *to)
{
	size_t i, begin = 0, n;

	for (i = 0; i < edges->n; i++)
		if (has_counts(&edges->all[i]))
			first[rank[edges->page[i]] + 1]++;
	for (i = 0; i < pages; i++)
		first[i + 1] += first[i];
	n = first[pages];
	for (i = 0; i < edges->n; i++)
		if (has_counts(&edges->all[i]))
			to[first[rank[edges->page[i]]]++] = edges->all[i];
	/* first[i] is now where page i ends. */
	for (i = 0; i < pages; i++) {
		sort_few(to + begin, first[i] - begin);
		begin = first[i];
	}
	return n;
}

static int finish_inclusive(struct edges *edges, struct arena *arena)
{
	size_t size = edges->n * edges->n_events * sizeof(u64), i;
	u64 *all = arena_alloc(arena, size);

	if (!all || reserve_inclusive(edges))
		return -ENOMEM;
	memcpy(all, edges->inclusive, size);
	for (i = 0; i < edges->n; i++)
		if (edges->all[i].kind == PMC_EDGE_CALL)
			edges->all[i].inclusive = all + i * edges->n_events;
	return 0;
}

int edges_sort(struct edges *edges, const u32 *pages, size_t n_pages, struct arena *arena,
	       struct pmc_edge **sorted, size_t *n)
{
	u32 *rank = malloc((n_pages + 1) * sizeof(*rank));
	size_t *first = calloc(n_pages + 2, sizeof(*first)), i;
	int err = -ENOMEM;

	*sorted = huge_alloc((edges->n + 1) * sizeof(**sorted));
	if (rank && first && *sorted)
		err = edges->inclusive ? finish_inclusive(edges, arena) : 0;
	if (!err) {
		for (i = 0; i < n_pages; i++)
			rank[pages[i]] = (u32)i;
		*n = sort_all(edges, rank, first, n_pages, *sorted);
	} else {
		free(*sorted);
	}
	free(rank);
	free(first);
	return err;
}

void edges_deinit(struct edges *edges)
{
	free(edges->all);
	free(edges->page);
	free(edges->inclusive);
	table_deinit(&edges->table);
}
