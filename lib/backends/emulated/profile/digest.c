/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * See digest.h. The sum over the logs holds for the digest, too, and the engine has compared it.
 * What contradicts itself nevertheless is refused: nothing here may lead out of an array.
 */
#include <errno.h>
#include <limits.h>
#include <pmc/profile.h>
#include <stdlib.h>
#include <string.h>

#include "lib/backends/emulated/profile/digest.h"
#include "lib/backends/emulated/profile/digest_format.h"
#include "lib/backends/emulated/profile/earlier.h"
#include "lib/backends/emulated/profile/objects.h"
#include "lib/backends/emulated/profile/space.h"
#include "lib/profile/build/branches.h"
#include "lib/profile/build/builder.h"
#include "lib/profile/build/sites.h"

struct taking {
	struct earlier_reader r;
	struct digest head;
	unsigned *object; /* of the builder; the last one is the unknown one */
	struct space *s;
};

static void fail(struct taking *t, int err)
{
	if (!t->s->err)
		t->s->err = err;
}

/* Are these the objects that it was made with? */
static bool take_objects(struct taking *t, struct objects *objects)
{
	struct digest_object *o = malloc(t->head.n_objects * sizeof(*o) + 1);
	char *names = malloc(t->head.names + 1ul);
	bool known = o && names && earlier_copy(&t->r, o, t->head.n_objects * sizeof(*o)) &&
		     earlier_copy(&t->r, names, t->head.names),
	     named;
	u64 address;
	u32 i;

	for (i = 0; known && i < t->head.n_objects; i++) {
		known = o[i].name <= t->head.names && o[i].name_size <= t->head.names - o[i].name &&
			!objects_file(objects, names + o[i].name, o[i].name_size, 0, &t->object[i],
				      &address, &named) &&
			named && objects_sum(objects, t->object[i]) == o[i].sum;
	}
	t->object[t->head.n_objects] = t->s->unknown;
	free(o);
	free(names);
	return known;
}

static void take_sites(struct taking *t)
{
	struct sites *sites = t->s->sites;
	size_t pages = t->head.n_pages, numbers = t->head.n_numbers, i;

	if (!earlier_copy(&t->r, sites->page, pages * sizeof(*sites->page)) ||
	    !earlier_copy(&t->r, sites->all, numbers * sizeof(*sites->all))) {
		fail(t, -EPROTO);
		return;
	}
	for (i = 0; i < pages; i++) {
		u32 *object = &sites->page[i].object;

		*object = *object <= t->head.n_objects ? t->object[*object] : UINT32_MAX;
	}
	fail(t, sites_take(sites, pages, numbers, UINT32_MAX));
}

static bool take_ranges(struct taking *t)
{
	size_t numbers = t->s->sites->n, i;
	struct space *s = t->s;
	bool good = true;

	s->n_ranges = t->head.n_ranges;
	if (!earlier_copy(&t->r, s->range, s->n_ranges * sizeof(*s->range)))
		return false;
	if (s->n_ranges % 2 && !earlier_bytes(&t->r, sizeof(*s->range)))
		return false;
	for (i = 0; i < s->n_ranges; i++) {
		u32 first = space_range_first(s->range[i]), end = space_range_end(s->range[i]);

		good &= first && end <= numbers && (first ^ (end - 1)) < COUNTS_BLOCK;
	}
	return good;
}

static bool is_piece(const struct space *s, const struct piece *p)
{
	return p->first == SPACE_RANGES && p->range <= s->n_ranges &&
	       p->ranges <= s->n_ranges - p->range && (p->ranges || !p->n);
}

/* Is it the number of a site, which may be counted as taken if it says so? */
static bool is_site(const struct sites *sites, u32 number)
{
	u32 site = number & SPACE_SITE;

	return !(number & SPACE_APART) && site - 1 < sites->n - 1 &&
	       (!(number & SPACE_TAKEN) || site % COUNTS_BLOCK != COUNTS_BLOCK - 1);
}

/* May it be an exit of its trace? */
static bool is_way(const struct taking *t, const struct way *w)
{
	const struct space *s = t->s;
	u32 site = w->site & SPACE_SITE;
	const struct piece *piece;

	if (!w->site)
		return true;
	if (w->trace >= s->n_pieces || w->apart > t->head.n_aparts || !is_site(s->sites, w->site))
		return false;
	piece = &s->piece[w->trace];
	if (!w->ranges)
		return w->end < piece->n;
	return w->end - piece->range < piece->ranges &&
	       site >= space_range_first(s->range[w->end]) &&
	       site < space_range_end(s->range[w->end]);
}

static bool take_traces(struct taking *t)
{
	struct space *s = t->s;
	bool good = true;
	size_t i;

	s->n_pieces = t->head.n_pieces;
	s->n_ways = t->head.n_ways;
	if (!earlier_copy(&t->r, s->piece, s->n_pieces * sizeof(*s->piece)) ||
	    !earlier_copy(&t->r, s->way, s->n_ways * sizeof(*s->way)))
		return false;
	for (i = 0; i < s->n_pieces; i++)
		good &= is_piece(s, &s->piece[i]);
	for (i = 0; i < s->n_ways && good; i++)
		good = is_way(t, &s->way[i]);
	return good;
}

/* An edge's target may lie in an object, or be unknown. */
static bool is_object(const struct taking *t, u32 object)
{
	return object == UINT32_MAX || object <= t->head.n_objects;
}

static unsigned object_of(const struct taking *t, u32 object)
{
	return object == UINT32_MAX ? UINT_MAX : t->object[object];
}

static bool take_aparts(struct taking *t)
{
	struct digest_apart apart;
	struct space *s = t->s;
	size_t i;

	for (i = 0; i < t->head.n_aparts; i++) {
		if (!earlier_copy(&t->r, &apart, sizeof(apart)) || !is_object(t, apart.object))
			return false;
		s->apart[s->n_aparts++] = (struct apart){
			.target = apart.target,
			.object = object_of(t, apart.object),
			.settled = true,
		};
	}
	return true;
}

/* Edges have numbers already, the last ones of all. */
static bool take_throughs(struct taking *t)
{
	struct digest_through through;
	struct space *s = t->s;
	u32 number = (u32)(t->head.n_numbers - t->head.n_throughs);

	s->edges = number;
	for (; number < t->head.n_numbers; number++) {
		if (!earlier_copy(&t->r, &through, sizeof(through)) ||
		    !is_object(t, through.object) || !is_site(s->sites, through.site))
			return false;
		s->through[s->n_throughs++] = (struct through){ through.site, number };
		builder_take_branch(s->builder,
				    (struct branch){ .site = through.site & SPACE_SITE,
						     .number = number,
						     .to_object = object_of(t, through.object),
						     .to = through.target });
	}
	return true;
}

/* Has the file so much of everything? */
static bool is_there(const struct taking *t)
{
	const struct digest *head = &t->head;
	u64 left = earlier_left(&t->r);

	return head->n_pages <= left / sizeof(struct site_taken) &&
	       head->n_numbers <= left / sizeof(struct site) &&
	       head->n_ranges <= left / sizeof(u32) &&
	       head->n_pieces <= left / sizeof(struct piece) &&
	       head->n_ways <= left / sizeof(struct way) &&
	       head->n_aparts <= left / sizeof(struct digest_apart) &&
	       head->n_throughs < head->n_numbers;
}

static void take(struct taking *t)
{
	const struct digest *head = &t->head;

	if (!is_there(t)) {
		fail(t, -EPROTO);
		return;
	}
	if (sites_expect(t->s->sites, head->n_pages, head->n_numbers))
		fail(t, -ENOMEM);
	space_expect(t->s, head->n_ranges, head->n_pieces, head->n_ways, head->n_aparts,
		     head->n_throughs);
	if (!t->s->err)
		take_sites(t);
	if (!t->s->err &&
	    (!take_ranges(t) || !take_traces(t) || !take_aparts(t) || !take_throughs(t)))
		fail(t, -EPROTO);
}

bool digest_take(const struct earlier *files, u32 log, u64 at, struct objects *objects,
		 struct space *s)
{
	struct taking t = { .s = s };
	bool taken = false;

	if (s->sites->n || !earlier_begin_digest(&t.r, files, log, at))
		return false;
	if (earlier_copy(&t.r, &t.head, sizeof(t.head)) && t.head.magic == DIGEST_MAGIC &&
	    t.head.n_objects < USHRT_MAX && t.head.names < INT_MAX)
		t.object = calloc(t.head.n_objects + 1ul, sizeof(*t.object));
	taken = t.object && take_objects(&t, objects);
	if (taken)
		take(&t);
	free(t.object);
	earlier_end(&t.r);
	return taken;
}
