/* SPDX-License-Identifier: BSD-2-Clause */
/* See branches.h. */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>

#include "lib/base/vector.h"
#include "lib/profile/build/branches.h"
#include "lib/profile/build/counts.h"
#include "lib/profile/build/edges.h"
#include "lib/profile/build/sites.h"

bool branches_follow(struct sites *sites, u32 site, u32 to_object, u64 to)
{
	struct site *s = &sites->all[site];
	s64 distance;

	if (s->flags & PMC_PLACE_RETURN)
		return true;
	if (s->flags & PMC_PLACE_INDIRECT)
		return to_object == UINT_MAX;
	if (to_object != sites_object(sites, site))
		return false;
	distance = (s64)(to - sites_address(sites, site));
	if (distance != (s32)distance || !distance)
		return false;
	if (!s->to)
		s->to = (s32)distance;
	return s->to == distance;
}

struct pmc_edge branches_edge(const struct sites *sites, u32 site, u32 thread, u64 count)
{
	const struct site *s = &sites->all[site];
	struct pmc_edge edge = {
		.thread = thread,
		.from_object = sites_object(sites, site),
		.to_object = UINT_MAX,
		.from = sites_address(sites, site),
		.count = count,
	};

	branches_kind(s->flags, &edge.kind);
	if (s->to) {
		edge.to_object = edge.from_object;
		edge.to = edge.from + (u64)(s64)s->to;
	}
	return edge;
}

static u64 hash_of(const struct branches *branches, u32 site, u32 to_object, u64 to)
{
	return table_mix(branches->seed, to, (u64)to_object << 32 | site);
}

static int by_number(const void *number, const void *edge)
{
	u32 a = *(const u32 *)number, b = ((const struct branch *)edge)->number;

	return (a > b) - (a < b);
}

const struct branch *branches_find(const struct branches *branches, u32 number)
{
	if (!branches->n)
		return NULL;
	return bsearch(&number, branches->all, branches->n, sizeof(*branches->all), by_number);
}

int branches_take(struct branches *branches, struct sites *sites, struct branch edge)
{
	u64 hash = hash_of(branches, edge.site, edge.to_object, edge.to);

	if (vector_reserve(&branches->all, &branches->room, branches->n + 1,
			   sizeof(*branches->all)) ||
	    table_add(&branches->table, hash, (u32)branches->n))
		return -ENOMEM;
	sites->all[edge.site].apart = true;
	branches->all[branches->n++] = edge;
	return 0;
}

u32 branches_number(struct branches *branches, struct sites *sites, u32 site, u32 to_object, u64 to)
{
	u64 hash = hash_of(branches, site, to_object, to);
	struct table_probe probe;
	u32 number;

	for (probe = table_probe(hash); table_next(&branches->table, &probe);) {
		const struct branch *b = &branches->all[probe.index];

		if (b->site == site && b->to_object == to_object && b->to == to)
			return b->number;
	}
	number = sites_number(sites);
	if (!number ||
	    branches_take(branches, sites, (struct branch){ site, number, to_object, to }))
		return 0;
	return number;
}

/* All edges of branches that have some in the table, as if each had gone where it mostly does. */
static int add_following(const struct sites *sites, const struct counts *counts,
			 struct edges *edges)
{
	u32 site, thread;

	for (site = 1; site < sites->n; site++) {
		const struct site *s = &sites->all[site];
		bool conditional = s->flags & PMC_PLACE_COND;
		enum pmc_edge_kind kind;

		if (!s->apart || !branches_kind(s->flags, &kind))
			continue;
		for (thread = 0; thread < counts->n; thread++) {
			u64 n = counts_get(counts, thread, site + conditional);
			struct pmc_edge edge = branches_edge(sites, site, thread, n);

			if (n && edges_add(edges, &edge, sites_page_of(sites, site)) < 0)
				return -ENOMEM;
		}
	}
	return 0;
}

/* One edge of one thread, and so much less of the one that follows. */
static int add_apart(const struct branch *b, const struct sites *sites, u32 thread, u64 n,
		     struct edges *edges)
{
	struct pmc_edge edge = branches_edge(sites, b->site, thread, -n);
	u32 page = sites_page_of(sites, b->site);

	if (edges_add(edges, &edge, page) < 0)
		return -ENOMEM;
	edge.to_object = b->to_object;
	edge.to = b->to;
	edge.count = n;
	return edges_add(edges, &edge, page) < 0 ? -ENOMEM : 0;
}

static bool is_counted(const struct branch *b, const struct counts *counts)
{
	u32 thread;

	for (thread = 0; thread < counts->n; thread++)
		if (counts_get(counts, thread, b->number))
			return true;
	return false;
}

/*
 * Who recorded a jump may have seen it as several, each of which went to few places. So what is
 * told of it does not depend on that.
 */
static int find_many(const struct branches *branches, struct sites *sites,
		     const struct counts *counts)
{
	const unsigned jump = PMC_PLACE_JUMP | PMC_PLACE_INDIRECT;
	u8 *places = branches->n ? calloc(sites->n, 1) : NULL;
	size_t i;

	if (branches->n && !places)
		return -ENOMEM;
	for (i = 0; i < branches->n; i++) {
		const struct branch *b = &branches->all[i];
		struct site *s = &sites->all[b->site];

		if ((s->flags & jump) == jump && !s->many && b->to_object != UINT_MAX &&
		    is_counted(b, counts))
			s->many = ++places[b->site] > BRANCHES_TOLD;
	}
	free(places);
	return 0;
}

int branches_finish(const struct branches *branches, struct sites *sites,
		    const struct counts *counts, struct edges *edges)
{
	int err = find_many(branches, sites, counts);
	u32 thread;
	size_t i;

	err = err ? err : add_following(sites, counts, edges);
	for (i = 0; i < branches->n; i++)
		for (thread = 0; thread < counts->n && !err; thread++) {
			const struct branch *b = &branches->all[i];
			u64 n = counts_get(counts, thread, b->number);

			if (n && !sites->all[b->site].many)
				err = add_apart(b, sites, thread, n, edges);
		}
	return err;
}

void branches_deinit(struct branches *branches)
{
	free(branches->all);
	table_deinit(&branches->table);
}
