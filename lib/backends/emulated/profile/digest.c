/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * See digest.h. All is read to where it belongs before anything is believed, so that the logs can
 * still be read where it is not as it was written. What contradicts itself nevertheless is refused:
 * nothing here may lead out of an array.
 */
#include <errno.h>
#include <limits.h>
#include <pmc/profile.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/sum.h"
#include "lib/backends/emulated/profile/digest.h"
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
	/* What goes nowhere as it is: */
	struct digest_object *objects;
	char *names;
	struct digest_apart *apart;
	struct digest_through *through;
};

/* ---- What it consists of ---- */

void digest_sizes(const struct digest *head, u64 size[DIGEST_PARTS])
{
	size[DIGEST_OBJECTS] = head->n_objects * sizeof(struct digest_object);
	size[DIGEST_NAMES] = head->names;
	size[DIGEST_PAGES] = head->n_pages * sizeof(struct site_taken);
	size[DIGEST_SITES] = head->n_numbers * sizeof(struct site);
	size[DIGEST_RANGES] = (head->n_ranges + 1) / 2 * 2 * sizeof(u32);
	size[DIGEST_PIECES] = head->n_pieces * sizeof(struct piece);
	size[DIGEST_WAYS] = head->n_ways * sizeof(struct way);
	size[DIGEST_APARTS] = head->n_aparts * sizeof(struct digest_apart);
	size[DIGEST_THROUGHS] = head->n_throughs * sizeof(struct digest_through);
}

u64 digest_sum(const struct digest *head, const void *const part[DIGEST_PARTS])
{
	u64 size[DIGEST_PARTS], sum;
	struct digest first = *head;
	size_t i;

	first.sum = 0;
	sum = sum_words((const u64 *)&first, sizeof(first) / sizeof(u64));
	digest_sizes(head, size);
	for (i = 0; i < DIGEST_PARTS; i++)
		sum = sum_add(sum, part[i], size[i] / sizeof(u64));
	return sum;
}

/* ---- Taking it ---- */

static void fail(struct taking *t, int err)
{
	if (!t->s->err)
		t->s->err = err;
}

/* Are these the objects that it was made with? */
static bool take_objects(struct taking *t, struct objects *objects)
{
	const struct digest_object *o = t->objects;
	bool known = true, named;
	u64 address;
	u32 i;

	for (i = 0; known && i < t->head.n_objects; i++) {
		known = o[i].name <= t->head.names && o[i].name_size <= t->head.names - o[i].name &&
			!objects_file(objects, t->names + o[i].name, o[i].name_size, 0,
				      &t->object[i], &address, &named) &&
			named && objects_sum(objects, t->object[i]) == o[i].sum;
	}
	t->object[t->head.n_objects] = t->s->unknown;
	return known;
}

static void take_sites(struct taking *t)
{
	struct sites *sites = t->s->sites;
	size_t pages = t->head.n_pages, numbers = t->head.n_numbers, i;

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
	struct space *s = t->s;
	size_t i;

	for (i = 0; i < t->head.n_aparts; i++) {
		const struct digest_apart *apart = &t->apart[i];

		if (!is_object(t, apart->object))
			return false;
		s->apart[s->n_aparts++] = (struct apart){
			.target = apart->target,
			.object = object_of(t, apart->object),
			.settled = true,
		};
	}
	return true;
}

/* Edges have numbers already, the last ones of all. */
static bool take_throughs(struct taking *t)
{
	const struct digest_through *through = t->through;
	struct space *s = t->s;
	u32 number = (u32)(t->head.n_numbers - t->head.n_throughs);

	s->edges = number;
	for (; number < t->head.n_numbers; number++, through++) {
		if (!is_object(t, through->object) || !is_site(s->sites, through->site))
			return false;
		s->through[s->n_throughs++] = (struct through){ through->site, number };
		builder_take_branch(s->builder,
				    (struct branch){ .site = through->site & SPACE_SITE,
						     .number = number,
						     .to_object = object_of(t, through->object),
						     .to = through->target });
	}
	return true;
}

/* Has the file so much of everything? */
static bool is_there(const struct taking *t)
{
	const struct digest *head = &t->head;
	u64 left = earlier_left(&t->r);

	return head->magic == DIGEST_MAGIC && head->n_objects < USHRT_MAX &&
	       head->names < INT_MAX && !(head->names % sizeof(u64)) &&
	       head->n_pages <= left / sizeof(struct site_taken) &&
	       head->n_numbers <= left / sizeof(struct site) &&
	       head->n_ranges <= left / sizeof(u32) &&
	       head->n_pieces <= left / sizeof(struct piece) &&
	       head->n_ways <= left / sizeof(struct way) &&
	       head->n_aparts <= left / sizeof(struct digest_apart) &&
	       head->n_throughs < head->n_numbers;
}

/* Makes room for all of it. */
static bool make_room(struct taking *t)
{
	const struct digest *head = &t->head;

	t->object = calloc(head->n_objects + 1ul, sizeof(*t->object));
	t->objects = malloc(head->n_objects * sizeof(*t->objects) + 1);
	t->names = malloc(head->names + 1ul);
	t->apart = malloc(head->n_aparts * sizeof(*t->apart) + 1);
	t->through = malloc(head->n_throughs * sizeof(*t->through) + 1);
	if (!t->object || !t->objects || !t->names || !t->apart || !t->through ||
	    sites_expect(t->s->sites, head->n_pages, head->n_numbers))
		fail(t, -ENOMEM);
	space_expect(t->s, head->n_ranges, head->n_pieces, head->n_ways, head->n_aparts,
		     head->n_throughs);
	return !t->s->err;
}

/* Reads all of it. Is it as it was written? */
static bool read(struct taking *t)
{
	void *const part[DIGEST_PARTS] = {
		[DIGEST_OBJECTS] = t->objects,	    [DIGEST_NAMES] = t->names,
		[DIGEST_PAGES] = t->s->sites->page, [DIGEST_SITES] = t->s->sites->all,
		[DIGEST_RANGES] = t->s->range,	    [DIGEST_PIECES] = t->s->piece,
		[DIGEST_WAYS] = t->s->way,	    [DIGEST_APARTS] = t->apart,
		[DIGEST_THROUGHS] = t->through,
	};
	u64 size[DIGEST_PARTS];
	size_t i;

	digest_sizes(&t->head, size);
	for (i = 0; i < DIGEST_PARTS; i++)
		if (!earlier_copy(&t->r, part[i], size[i]))
			return false;
	return digest_sum(&t->head, (const void *const *)part) == t->head.sum;
}

static void take(struct taking *t)
{
	take_sites(t);
	if (!t->s->err &&
	    (!take_ranges(t) || !take_traces(t) || !take_aparts(t) || !take_throughs(t)))
		fail(t, -EPROTO);
}

/* Reads it, and takes it if it is whole and of these objects. Does it, or fails? */
static bool read_and_take(struct taking *t, struct objects *objects)
{
	bool whole = earlier_copy(&t->r, &t->head, sizeof(t->head)) && is_there(t);

	if (whole && !make_room(t))
		return true;
	whole = whole && read(t);
	if (!whole)
		earlier_damaged(&t->r);
	if (!whole || !take_objects(t, objects))
		return false;
	take(t);
	return true;
}

bool digest_take(struct earlier *files, u32 log, u64 at, struct objects *objects, struct space *s)
{
	struct taking t = { .s = s };
	bool taken;

	if (s->sites->n || !earlier_begin_digest(&t.r, files, log, at))
		return false;
	taken = read_and_take(&t, objects);
	if (!taken) {
		sites_deinit(s->sites);
		*s->sites = (struct sites){ .seed = s->sites->seed };
	}
	free(t.object);
	free(t.objects);
	free(t.names);
	free(t.apart);
	free(t.through);
	earlier_end(&t.r);
	return taken;
}
