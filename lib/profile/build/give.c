/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * See give.h. Pages are sorted; within them sites stand in order. So the places come in order, and
 * with them the edges that follow from their counts. Those in the table are sorted once.
 */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/bits.h"
#include "lib/profile/build/branches.h"
#include "lib/profile/build/collected.h"
#include "lib/profile/build/give.h"

#define BRANCHES (PMC_PLACE_COND | PMC_PLACE_JUMP | PMC_PLACE_CALL | PMC_PLACE_RETURN)

/* A page with sites in more blocks is taken to have counts of every thread. */
#define BLOCKS 32u

struct given {
	struct model_source source;
	struct sites sites;
	struct counts counts;
	bool follow;	       /* edges follow from counts */
	u32 *pages;	       /* in order */
	struct pmc_edge *edge; /* those that do not follow from counts */
	size_t n_edges;
	struct modelled_row *row; /* in the order of places */
	size_t n_rows;
	/* While somebody walks: */
	u32 *thread; /* those that may have counts in the page */
	size_t threads, at_edge, at_row;
};

/* ---- Threads of a page ---- */

/* The blocks that the sites of a page are in; BLOCKS + 1: too many. */
static unsigned blocks_of(const struct sites *sites, const struct site_page *page, u32 *block)
{
	unsigned n = 0, k;
	u64 used;
	u32 s;

	for (used = page->used; used; used &= used - 1)
		for (s = sites_at(sites, page, bits_lowest(used)); s; s = sites->all[s].next) {
			for (k = 0; k < n && block[k] != s / COUNTS_BLOCK;)
				k++;
			if (k < n)
				continue;
			if (n == BLOCKS)
				return BLOCKS + 1;
			block[n++] = s / COUNTS_BLOCK;
		}
	return n;
}

static bool has_any(const struct thread_counts *t, const u32 *block, unsigned n)
{
	unsigned k;

	for (k = 0; k < n; k++)
		if (block[k] < t->n && t->block[block[k]])
			return true;
	return false;
}

static void find_threads(struct given *g, const struct site_page *page)
{
	u32 block[BLOCKS];
	unsigned n;
	u32 i;

	g->threads = 0;
	if (g->counts.n == 1) {
		g->thread[g->threads++] = 0;
		return;
	}
	n = blocks_of(&g->sites, page, block);
	for (i = 0; i < g->counts.n; i++)
		if (n > BLOCKS || has_any(&g->counts.thread[i], block, n))
			g->thread[g->threads++] = i;
}

/* ---- Walking ---- */

/* The row of modelled counts that a thread has at a site, plus 1; 0: none. */
static u32 walk_row(struct given *g, u32 site, u32 thread)
{
	const struct modelled_row *row;

	if (g->at_row == g->n_rows)
		return 0;
	row = &g->row[g->at_row];
	if (row->site != site || row->thread != thread)
		return 0;
	return (u32)++g->at_row;
}

static void walk_place(struct given *g, const struct site_page *page, u32 site, u32 thread,
		       const struct visitor *v)
{
	const struct site *s = &g->sites.all[site];
	const struct place place = {
		.address = page->number << SITE_BITS | s->at,
		.executions = counts_get(&g->counts, thread, site),
		.taken = s->flags & PMC_PLACE_COND ? counts_get(&g->counts, thread, site + 1) : 0,
		.object = page->object,
		.thread = thread,
		.length = s->length,
		.flags = s->flags,
		.row = walk_row(g, site, thread),
	};

	if (place.executions || place.row)
		v->place(v->data, &place);
}

/* The same of a site that has its address alone, for all threads of the page. */
static void walk_threads(struct given *g, const struct site_page *page, u32 site,
			 const struct visitor *v)
{
	const struct site *s = &g->sites.all[site];
	bool conditional = s->flags & PMC_PLACE_COND;
	struct place place = {
		.address = page->number << SITE_BITS | s->at,
		.object = page->object,
		.length = s->length,
		.flags = s->flags,
	};
	size_t i;

	for (i = 0; i < g->threads; i++) {
		const u64 *count = counts_peek(&g->counts, g->thread[i], site);

		place.thread = g->thread[i];
		place.row = g->n_rows ? walk_row(g, site, place.thread) : 0;
		place.executions = count ? count[0] : 0;
		place.taken = count && conditional ? count[1] : 0;
		if (place.executions || place.row)
			v->place(v->data, &place);
	}
}

/* Several sites are at the address. */
static void walk_kinds(struct given *g, const struct site_page *page, u32 first, u32 thread,
		       const struct visitor *v)
{
	u32 site = 0;

	while ((site = sites_next_kind(&g->sites, first, site)))
		walk_place(g, page, site, thread, v);
}

/* Does the next edge in the table begin at the address or before it? */
static bool is_apart(const struct given *g, u32 object, u64 address)
{
	const struct pmc_edge *edge = &g->edge[g->at_edge];

	if (g->at_edge == g->n_edges || edge->from_object > object)
		return false;
	return edge->from_object < object || edge->from <= address;
}

static void walk_apart(struct given *g, u32 object, u64 address, const struct visitor *v)
{
	while (is_apart(g, object, address))
		v->edge(v->data, &g->edge[g->at_edge++]);
}

/* The edges that follow from a branch's counts. */
static void walk_following(const struct given *g, u32 site, const struct visitor *v)
{
	bool conditional = g->sites.all[site].flags & PMC_PLACE_COND;
	size_t i;

	for (i = 0; i < g->threads; i++) {
		u32 thread = g->thread[i];
		u64 count = counts_get(&g->counts, thread, site + conditional);
		struct pmc_edge edge;

		if (!count)
			continue;
		edge = branches_edge(&g->sites, site, thread, count);
		v->edge(v->data, &edge);
	}
}

/* The places of an address, and its edges. */
static void walk_address(struct given *g, const struct site_page *page, unsigned at,
			 const struct visitor *v)
{
	u32 number = sites_at(&g->sites, page, at);
	const struct site *site = &g->sites.all[number];
	enum pmc_edge_kind kind;
	size_t i;

	if (site->next)
		for (i = 0; i < g->threads; i++)
			walk_kinds(g, page, number, g->thread[i], v);
	else
		walk_threads(g, page, number, v);
	walk_apart(g, page->object, page->number << SITE_BITS | at, v);
	if (g->follow && !site->apart && branches_kind(site->flags, &kind))
		walk_following(g, number, v);
}

/* What walks over a page that one thread has executed at most. */
struct lone {
	u32 thread, block;
	const u64 *counts; /* of the block; NULL: all are 0 */
	u64 apart; /* where the next edge of the table begins; UINT64_MAX: in no page before */
};

static u64 next_apart(const struct given *g, u32 object)
{
	return g->at_edge < g->n_edges && g->edge[g->at_edge].from_object == object ?
		       g->edge[g->at_edge].from :
		       UINT64_MAX;
}

/* The edge that follows from the counts of a place. */
static void walk_edge(const struct place *place, s32 to, const struct visitor *v)
{
	struct pmc_edge edge = {
		.thread = place->thread,
		.from_object = place->object,
		.to_object = UINT_MAX,
		.from = place->address,
		.count = place->flags & PMC_PLACE_COND ? place->taken : place->executions,
	};

	if (!edge.count || !branches_kind(place->flags, &edge.kind))
		return;
	if (to) {
		edge.to_object = edge.from_object;
		edge.to = edge.from + (u64)(s64)to;
	}
	v->edge(v->data, &edge);
}

/* The same of an address with one instruction, which this thread alone may have executed. */
static void walk_only(struct given *g, struct lone *l, u32 number, struct place *place,
		      const struct visitor *v)
{
	const struct site *site = &g->sites.all[number];

	if (number / COUNTS_BLOCK != l->block) {
		l->block = number / COUNTS_BLOCK;
		l->counts = counts_peek(&g->counts, l->thread, l->block * COUNTS_BLOCK);
	}
	place->executions = l->counts ? l->counts[number % COUNTS_BLOCK] : 0;
	place->taken = site->flags & PMC_PLACE_COND && l->counts ?
			       l->counts[number % COUNTS_BLOCK + 1] :
			       0;
	place->length = site->length;
	place->flags = site->flags;
	place->row = g->n_rows ? walk_row(g, number, l->thread) : 0;
	if (place->executions || place->row)
		v->place(v->data, place);
	if (l->apart <= place->address) {
		walk_apart(g, place->object, place->address, v);
		l->apart = next_apart(g, place->object);
	}
	if (site->flags & BRANCHES && g->follow && !site->apart)
		walk_edge(place, site->to, v);
}

static void walk_lone(struct given *g, const struct site_page *page, const struct visitor *v)
{
	struct lone l = { .thread = g->thread[0], .block = UINT32_MAX };
	struct place place = { .object = page->object, .thread = l.thread };
	u64 used;

	/* Those of objects before come first. */
	if (is_apart(g, page->object, 0))
		walk_apart(g, page->object, 0, v);
	l.apart = next_apart(g, page->object);
	for (used = page->used; used; used &= used - 1) {
		unsigned at = bits_lowest(used);
		u32 number = sites_at(&g->sites, page, at);

		place.address = page->number << SITE_BITS | at;
		if (!g->sites.all[number].next) {
			walk_only(g, &l, number, &place, v);
			continue;
		}
		walk_address(g, page, at, v);
		l.apart = next_apart(g, page->object);
	}
}

static void walk_page(struct given *g, const struct site_page *page, const struct visitor *v)
{
	u64 used;

	find_threads(g, page);
	if (g->threads == 1) {
		walk_lone(g, page, v);
		return;
	}
	for (used = page->used; used; used &= used - 1)
		walk_address(g, page, bits_lowest(used), v);
}

/* Pages lie where they were first seen, and so do sites and counts: ask for them early. */

static void fetch_page(const struct site_page *page)
{
	const u8 *at = (const u8 *)page;
	size_t k;

	for (k = 0; k < sizeof(*page); k += 64)
		__builtin_prefetch(at + k);
}

static void fetch_sites(const struct given *g, const struct site_page *page)
{
	const struct thread_counts *t = g->counts.thread;
	u32 before = 0;
	u64 used;

	for (used = page->used; used; used &= used - 1) {
		u32 number = sites_at(&g->sites, page, bits_lowest(used));
		size_t block = number >> COUNTS_BITS;

		/* Four sites lie in a line, and most follow one another. */
		if (number / 4 == before)
			continue;
		before = number / 4;
		__builtin_prefetch(&g->sites.all[number]);
		if (g->counts.n == 1 && block < t->n && t->block[block])
			__builtin_prefetch(&t->block[block][number % COUNTS_BLOCK]);
	}
}

static void walk(const struct model_source *source, const struct visitor *v)
{
	struct given *g = (struct given *)(uintptr_t)source;
	const struct sites *sites = &g->sites;
	size_t i;

	g->at_edge = g->at_row = 0;
	for (i = 0; i < sites->n_pages; i++) {
		if (i + 6 < sites->n_pages)
			fetch_page(sites_page_at(sites, g->pages[i + 6]));
		if (i + 2 < sites->n_pages)
			fetch_sites(g, sites_page_at(sites, g->pages[i + 2]));
		walk_page(g, sites_page_at(sites, g->pages[i]), v);
	}
	walk_apart(g, UINT32_MAX, UINT64_MAX, v);
}

/* ---- Making it ---- */

static void destroy(struct model_source *source)
{
	struct given *g = (struct given *)source;

	sites_deinit(&g->sites);
	counts_deinit(&g->counts);
	free(g->pages);
	free(g->edge);
	free(g->row);
	free(g->thread);
	free(g);
}

/* Gives the rows of modelled counts to the profile, in their order. */
static int give_rows(struct builder *b, struct given *g)
{
	struct modelled *m = &b->modelled;
	size_t n = m->n_events, i;
	u64 *rows = n ? arena_alloc(&b->profile->arena, m->n * n * sizeof(*rows)) : NULL;

	if (n && !rows)
		return -ENOMEM;
	modelled_sort(m, &g->sites);
	for (i = 0; i < m->n; i++)
		memcpy(rows + i * n, m->counts + m->row[i].at * n, n * sizeof(*rows));
	b->profile->modelled = rows;
	b->profile->n_rows = g->n_rows = m->n;
	g->row = m->row;
	m->row = NULL;
	return 0;
}

int give_source(struct builder *b)
{
	struct given *g = calloc(1, sizeof(*g));
	int err = -ENOMEM;

	if (g)
		err = b->follow ? branches_finish(&b->branches, &b->sites, &b->counts, &b->edges) :
				  0;
	if (err) {
		free(g);
		return err;
	}
	g->source = (struct model_source){ .walk = walk, .destroy = destroy };
	g->follow = b->follow;
	g->pages = sites_sorted_pages(&b->sites);
	g->thread = malloc((b->counts.n + 1) * sizeof(*g->thread));
	if (g->pages && g->thread)
		err = edges_sort(&b->edges, g->pages, b->sites.n_pages, &b->profile->arena,
				 &g->edge, &g->n_edges);
	else
		err = -ENOMEM;
	g->sites = b->sites;
	g->counts = b->counts;
	b->sites = (struct sites){ 0 };
	b->counts = (struct counts){ 0 };
	if (!err && b->profile->derived)
		err = give_rows(b, g);
	if (err)
		destroy(&g->source);
	else
		b->profile->source = &g->source;
	return err;
}
