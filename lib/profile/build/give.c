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
	struct {
		struct line line;    /* what was not visited yet; its threads are the last site's */
		u32 number;	     /* of the last site; 0: nothing can follow it */
		bool is_conditional; /* it is a conditional branch */
		u64 end;	     /* the address behind it */
		u8 what[SITE_PAGE];
		u32 *thread;
		u64 *executions;
	} going;
	/* The block of counts that was looked at last; UINT32_MAX: none. */
	u32 block;
	const u64 **counted; /* by number in `thread`: the counts there, or NULL */
	u32 *other;	     /* the numbers whose counts are not those of the thread before */
	size_t others;
};

/* ---- Threads of a page ---- */

/* The blocks that the sites of a page are in; BLOCKS + 1: too many. */
static unsigned blocks_of(const struct sites *sites, const struct site_page *page, u32 *block)
{
	unsigned n = 0, k;
	u64 used;
	u32 s;

	for (used = page->used; used; used &= used - 1)
		for (s = sites_at(sites, page, bits_lowest(used)); s; s = sites_older(sites, s)) {
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
		if (counts_block(t, block[k]))
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

/* Finds the counts of the page's threads in a block. Processes that do the same share them. */
static void look_at(struct given *g, u32 block)
{
	const u64 *before = NULL;
	size_t i;

	if (block == g->block)
		return;
	g->block = block;
	g->others = 0;
	for (i = 0; i < g->threads; i++) {
		const u64 *counts = counts_block(&g->counts.thread[g->thread[i]], block);

		g->counted[i] = counts;
		if (!i || counts != before)
			g->other[g->others++] = (u32)i;
		before = counts;
	}
}

/* ---- Straight lines ---- */

static void end_line(struct given *g, const struct visitor *v)
{
	struct line *line = &g->going.line;

	line->end = g->going.end;
	if (line->n && line->n_threads)
		v->line(v->data, line);
	line->n = 0;
}

/* A site of a page comes next, and begin_thread() says who has executed it. Others may follow it if
 * they are executed as often as it is, and as a conditional branch was not taken. */
static void begin_line(struct given *g, const struct site_page *page, u32 number,
		       const struct visitor *v)
{
	const struct site *site = &g->sites.all[number];

	end_line(g, v);
	g->going.number = v->line && !site->again && !g->n_rows ? number : 0;
	g->going.is_conditional = site->flags & PMC_PLACE_COND;
	g->going.end = (page->number << SITE_BITS | site->at) + site->length;
	g->going.line.object = page->object;
	g->going.line.n_threads = g->going.line.n_before = 0;
}

static inline void begin_thread(struct given *g, const struct place *place)
{
	struct line *line = &g->going.line;

	line->n_before++;
	g->going.thread[line->n_threads] = place->thread;
	g->going.executions[line->n_threads] = place->executions - place->taken;
	line->n_threads += place->executions != place->taken;
}

/* Has a thread executed the site as often as it came on from the last one? */
static inline bool came(const struct given *g, const u64 *counts, u32 number)
{
	u32 last = g->going.number % COUNTS_BLOCK;
	u64 taken = g->going.is_conditional ? counts[last + 1] : 0;

	return counts[number % COUNTS_BLOCK] == counts[last] - taken;
}

/* The same of all threads of the page. The two sites are in one block of counts. */
static inline bool all_came(struct given *g, u32 number)
{
	size_t i;

	if (g->block != number / COUNTS_BLOCK)
		look_at(g, number / COUNTS_BLOCK);
	for (i = 0; i < g->others; i++) {
		const u64 *counts = g->counted[g->other[i]];

		if (counts && !came(g, counts, number))
			return false;
	}
	return true;
}

static inline u8 what_of(const struct site *site)
{
	return (u8)(site->length | site->flags << LINE_FLAGS);
}

/* Adds a site to the line, if it goes on there. No edge may begin at its address. */
static inline bool go_on(struct given *g, u64 address, u32 number)
{
	const struct site *site = &g->sites.all[number];
	struct line *line = &g->going.line;
	u32 last = g->going.number;

	if (address != g->going.end || !last || last / COUNTS_BLOCK != number / COUNTS_BLOCK ||
	    site->again || site->flags & ~(PMC_PLACE_LOAD | PMC_PLACE_STORE) ||
	    !all_came(g, number))
		return false;
	if (!line->n)
		line->address = address;
	g->going.what[line->n++] = what_of(site);
	g->going.number = number;
	g->going.is_conditional = false;
	g->going.end += site->length;
	return true;
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

/* The threads behind number i of the page that share its counts. Returns which one comes next. */
static size_t walk_others(struct given *g, size_t i, const struct place *place,
			  const struct visitor *v)
{
	struct place other = *place;
	size_t end = i + 1;

	for (; end < g->threads && g->counted[end] == g->counted[i]; end++) {
		other.thread = g->thread[end];
		begin_thread(g, &other);
	}
	if (end > i + 1)
		v->others(v->data, place, &g->thread[i + 1], end - i - 1);
	return end;
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
	bool others = v->others && !g->n_rows;
	size_t i, next;

	look_at(g, site / COUNTS_BLOCK);
	for (i = 0; i < g->threads; i = next) {
		const u64 *count = g->counted[i] ? g->counted[i] + site % COUNTS_BLOCK : NULL;

		place.thread = g->thread[i];
		place.row = g->n_rows ? walk_row(g, site, place.thread) : 0;
		place.executions = count ? count[0] : 0;
		place.taken = count && conditional ? count[1] : 0;
		next = i + 1;
		if (!place.executions && !place.row)
			continue;
		v->place(v->data, &place);
		begin_thread(g, &place);
		if (others)
			next = walk_others(g, i, &place, v);
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
static void walk_following(struct given *g, u32 site, const struct visitor *v)
{
	bool conditional = g->sites.all[site].flags & PMC_PLACE_COND;
	struct pmc_edge edge = branches_edge(&g->sites, site, 0, 0);
	size_t i;

	look_at(g, site / COUNTS_BLOCK);
	for (i = 0; i < g->threads; i++) {
		edge.thread = g->thread[i];
		edge.count = g->counted[i] ? g->counted[i][site % COUNTS_BLOCK + conditional] : 0;
		if (edge.count)
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

	begin_line(g, page, number, v);
	if (site->again)
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

/* The straight line behind a place, of the addresses that are left in the page. Returns those that
 * are not in it. */
static u64 walk_on(const struct given *g, const struct lone *l, const struct site_page *page,
		   u64 used, const struct place *place, const struct visitor *v)
{
	u64 executions = place->executions - place->taken;
	u64 next = place->address + place->length, base = page->number << SITE_BITS;
	u8 what[SITE_PAGE];
	struct line line = {
		.address = next,
		.n_threads = 1,
		.n_before = 1,
		.what = what,
		.thread = &l->thread,
		.executions = &executions,
		.object = place->object,
	};

	while (executions && used && base + bits_lowest(used) == next && next < l->apart) {
		u32 number = sites_at(&g->sites, page, bits_lowest(used));
		const struct site *site = &g->sites.all[number];

		if (site->again || site->flags & ~(PMC_PLACE_LOAD | PMC_PLACE_STORE) ||
		    number / COUNTS_BLOCK != l->block ||
		    l->counts[number % COUNTS_BLOCK] != executions)
			break;
		what[line.n++] = what_of(site);
		next += site->length;
		used &= used - 1;
	}
	line.end = next;
	if (line.n)
		v->line(v->data, &line);
	return used;
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
	for (used = page->used; used;) {
		unsigned at = bits_lowest(used);
		u32 number = sites_at(&g->sites, page, at);

		used &= used - 1;
		place.address = page->number << SITE_BITS | at;
		if (!g->sites.all[number].again) {
			walk_only(g, &l, number, &place, v);
			if (v->line && l.counts && !g->n_rows)
				used = walk_on(g, &l, page, used, &place, v);
			continue;
		}
		walk_address(g, page, at, v);
		l.apart = next_apart(g, page->object);
	}
}

/* The same if threads are several. */
static void walk_many(struct given *g, const struct site_page *page, const struct visitor *v)
{
	u64 used;

	for (used = page->used; used; used &= used - 1) {
		unsigned at = bits_lowest(used);
		u64 address = page->number << SITE_BITS | at;

		if (is_apart(g, page->object, address) ||
		    !go_on(g, address, sites_at(&g->sites, page, at)))
			walk_address(g, page, at, v);
	}
}

static void walk_page(struct given *g, const struct site_page *page, const struct visitor *v)
{
	find_threads(g, page);
	g->going.number = 0;
	g->block = UINT32_MAX;
	if (g->threads == 1)
		walk_lone(g, page, v);
	else
		walk_many(g, page, v);
	end_line(g, v);
}

/* Pages lie where they were first seen, and so do sites and counts: ask for them early. Those of so
 * few sites are in the processor's caches, and those of a file lie one behind the other. */
#define NEAR 32768u

static void fetch_page(const struct site_page *page)
{
	const u8 *at = (const u8 *)page;
	size_t k;

	for (k = 0; k < sizeof(*page); k += 64)
		__builtin_prefetch(at + k);
}

static void fetch_sites(const struct given *g, const struct site_page *page)
{
	u32 before = 0;
	u64 used;

	for (used = page->used; used; used &= used - 1) {
		u32 number = sites_at(&g->sites, page, bits_lowest(used));
		const u64 *count;

		/* Four sites lie in a line, and most follow one another. */
		if (number / 4 == before)
			continue;
		before = number / 4;
		__builtin_prefetch(&g->sites.all[number]);
		count = g->counts.n == 1 ? counts_peek(&g->counts, 0, number) : NULL;
		if (count)
			__builtin_prefetch(count);
	}
}

static void walk(const struct model_source *source, const struct visitor *v)
{
	struct given *g = (struct given *)(uintptr_t)source;
	const struct sites *sites = &g->sites;
	bool far = sites->n > NEAR;
	struct site_page copy;
	size_t i;

	g->at_edge = g->at_row = 0;
	g->going.line = (struct line){
		.what = g->going.what,
		.thread = g->going.thread,
		.executions = g->going.executions,
	};
	for (i = 0; i < sites->n_pages; i++) {
		if (far && i + 6 < sites->n_pages && g->pages[i + 6] >= sites->n_taken)
			fetch_page(sites_page_made(sites, g->pages[i + 6]));
		if (far && i + 2 < sites->n_pages && g->pages[i + 2] >= sites->n_taken)
			fetch_sites(g, sites_page_made(sites, g->pages[i + 2]));
		walk_page(g, sites_look(sites, g->pages[i], &copy), v);
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
	free(g->going.thread);
	free(g->going.executions);
	free(g->counted);
	free(g->other);
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

/* What walks need for so many threads. 0 or -ENOMEM. */
static int make_room(struct given *g, size_t threads)
{
	g->thread = malloc(threads * sizeof(*g->thread));
	g->going.thread = malloc(threads * sizeof(*g->going.thread));
	g->going.executions = malloc(threads * sizeof(*g->going.executions));
	g->counted = malloc(threads * sizeof(*g->counted));
	g->other = malloc(threads * sizeof(*g->other));
	return g->thread && g->going.thread && g->going.executions && g->counted && g->other ?
		       0 :
		       -ENOMEM;
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
	if (g->pages && !make_room(g, b->counts.n + 1))
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
