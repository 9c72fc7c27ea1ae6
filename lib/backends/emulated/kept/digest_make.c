/* SPDX-License-Identifier: BSD-2-Clause */
/* See digest_make.h. The logs are read as a later recording would read them. */
#define _GNU_SOURCE
#include <limits.h>
#include <pmc/profile.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "core/base/bits.h"
#include "lib/backends/emulated/kept/digest_make.h"
#include "lib/backends/emulated/kept/records.h"
#include "lib/backends/emulated/profile/digest.h"
#include "lib/backends/emulated/profile/earlier.h"
#include "lib/backends/emulated/profile/heritages.h"
#include "lib/backends/emulated/profile/objects.h"
#include "lib/backends/emulated/profile/space.h"
#include "lib/profile/build/branches.h"
#include "lib/profile/build/builder.h"
#include "lib/profile/build/sites.h"
#include "lib/profile/file.h"
#include "lib/profile/own/bytes.h"

/* ---- What is written ---- */

struct making {
	const struct space *s;
	const struct sites *sites;
	const struct objects *objects;
	struct bytes *out;
	u32 *number; /* the new one of each site */
	size_t n_numbers;
	u32 *edge; /* the through of each edge */
	size_t n_edges;
	bool has_none; /* a site has no length, which a digest cannot say */
};

static u32 index_of(const struct making *m, unsigned object)
{
	size_t i;

	for (i = 0; i < m->objects->n && m->objects->known[i].object != object;)
		i++;
	return (u32)i;
}

static void put_objects(struct making *m, u32 *names)
{
	static const char zeros[8];
	const struct objects *o = m->objects;
	size_t i, n;

	*names = 0;
	for (i = 0; i < o->n; i++) {
		const struct digest_object object = {
			.sum = objects_sum(o, o->known[i].object),
			.name = *names,
			.name_size = (u32)strlen(o->known[i].path),
		};

		bytes_add(m->out, &object, sizeof(object));
		*names += object.name_size;
	}
	for (i = 0; i < o->n; i++)
		bytes_add(m->out, o->known[i].path, strlen(o->known[i].path));
	n = -*names % 8;
	bytes_add(m->out, zeros, n);
	*names += (u32)n;
}

/* Adds a site, which gets the next number that it may have. */
static void put_site(struct making *m, u32 number, bool again)
{
	struct site site = m->sites->all[number];
	u32 to = sites_number_from(m->n_numbers, site.flags);

	site.again = again;
	m->has_none |= !site.length;
	if (to != m->n_numbers)
		bytes_u64(m->out, 0);
	bytes_add(m->out, &site, sizeof(site));
	if (site.flags & PMC_PLACE_COND)
		bytes_u64(m->out, 0);
	m->number[number] = to;
	m->n_numbers = to + (site.flags & PMC_PLACE_COND ? 2ul : 1ul);
}

/* Adds the sites of a page. Returns whether there are any. */
static bool put_page(struct making *m, const struct site_page *page, struct bytes *pages)
{
	struct site_taken head = { .number = page->number, .object = index_of(m, page->object) };
	u64 used;

	for (used = page->used; used; used &= used - 1) {
		u32 newest = sites_at(m->sites, page, bits_lowest(used)), site = 0, before = 0;

		for (; (site = sites_next_kind(m->sites, newest, site)); before = site) {
			put_site(m, site, before);
			head.first = head.first ? head.first : m->number[site];
		}
	}
	if (head.first)
		bytes_add(pages, &head, sizeof(head));
	return head.first;
}

/* Each edge of a through gets a number, behind all sites. */
static void put_edges(struct making *m)
{
	size_t i;

	for (i = 0; i < m->s->n_throughs; i++) {
		u32 *number = &m->number[m->s->through[i].branch];

		if (*number)
			continue;
		bytes_u64(m->out, 0);
		*number = (u32)m->n_numbers++;
		m->edge[m->n_edges++] = (u32)i;
	}
}

/* Adds all pages, and behind them all sites. */
static size_t put_sites(struct making *m)
{
	u32 *order = sites_sorted_pages(m->sites);
	struct bytes pages = { 0 }, sites = { 0 }, *out = m->out;
	struct site_page copy;
	size_t n = 0, i;

	m->out = &sites;
	bytes_u64(&sites, 0); /* there is no number 0 */
	for (i = 0; order && i < m->sites->n_pages; i++)
		n += put_page(m, sites_look(m->sites, order[i], &copy), &pages);
	put_edges(m);
	m->out = out;
	bytes_append(out, &pages);
	bytes_append(out, &sites);
	out->failed |= !order;
	bytes_deinit(&pages);
	bytes_deinit(&sites);
	free(order);
	return n;
}

/* What counts of a trace's instructions, as ranges of numbers. */
struct ranges {
	u32 *range, *of; /* of: the range of each instruction */
	size_t n;
};

static void add_numbers(struct ranges *r, size_t first, u32 number, u32 n)
{
	u32 *last = r->n > first ? &r->range[r->n - 1] : NULL;

	if (last && space_range_end(*last) == number && number % COUNTS_BLOCK)
		*last += n << SPACE_RANGE_BITS;
	else
		r->range[r->n++] = number | (n - 1) << SPACE_RANGE_BITS;
}

static void add_instruction(const struct making *m, struct ranges *r, size_t first, u32 i)
{
	u32 in = m->s->instruction[i], site = space_at(m->s, i);

	add_numbers(r, first, m->number[site & SPACE_SITE], site & SPACE_TAKEN ? 2 : 1);
	r->of[i] = (u32)r->n - 1;
	if (in & SPACE_APART)
		add_numbers(r, first, m->number[m->s->through[in & ~SPACE_APART].branch], 1);
}

static struct piece put_piece(const struct making *m, struct ranges *r, const struct piece *piece)
{
	const struct piece made = { .first = SPACE_RANGES, .n = piece->n, .range = (u32)r->n };
	u32 i;

	for (i = piece->first; i < piece->first + piece->n; i++)
		add_instruction(m, r, made.range, i);
	return (struct piece){ made.first, made.n, made.range, (u32)r->n - made.range };
}

static void put_ways(const struct making *m, const struct ranges *r)
{
	const struct space *s = m->s;
	size_t i;

	for (i = 0; i < s->n_ways; i++) {
		struct way way = s->way[i];
		u32 in = way.site ? s->piece[way.trace].first + way.end : 0;

		/* An exit may count as something else than what the trace has there. */
		way.ranges = way.site && !((space_at(s, in) ^ way.site) & SPACE_SITE);
		if (way.ranges)
			way.end = r->of[in];
		way.site = m->number[way.site & SPACE_SITE] | (way.site & SPACE_TAKEN);
		bytes_add(m->out, &way, sizeof(way));
	}
}

/* The target's object, as the digest says it. */
static u32 target_of(const struct making *m, unsigned object)
{
	return object == UINT_MAX ? UINT32_MAX : index_of(m, object);
}

static void put_aparts(const struct making *m)
{
	const struct space *s = m->s;
	size_t i;

	for (i = 0; i < s->n_aparts; i++) {
		const struct apart *a = &s->apart[i];
		const struct digest_apart apart = {
			.target = a->target,
			.object = target_of(m, a->object),
		};

		bytes_add(m->out, &apart, sizeof(apart));
	}
}

static void put_throughs(const struct making *m)
{
	size_t i;

	for (i = 0; i < m->n_edges; i++) {
		const struct through *t = &m->s->through[m->edge[i]];
		const struct branch *edge = builder_branch_of(m->s->builder, t->branch);
		const struct digest_through through = {
			.target = edge->to,
			.object = target_of(m, edge->to_object),
			.site = m->number[t->site & SPACE_SITE] | (t->site & SPACE_TAKEN),
		};

		bytes_add(m->out, &through, sizeof(through));
	}
}

/* Returns how many ranges there are. */
static size_t put_traces(struct making *m)
{
	const struct space *s = m->s;
	struct ranges r = {
		/* an instruction, and its edge */
		.range = malloc((s->n_instructions + 1) * 2 * sizeof(*r.range)),
		.of = malloc((s->n_instructions + 1) * sizeof(*r.of)),
	};
	struct piece *piece = malloc((s->n_pieces + 1) * sizeof(*piece));
	size_t i;

	m->out->failed |= !r.range || !r.of || !piece;
	if (!m->out->failed) {
		for (i = 0; i < s->n_pieces; i++)
			piece[i] = put_piece(m, &r, &s->piece[i]);
		bytes_add(m->out, r.range, r.n * sizeof(*r.range));
		if (r.n % 2)
			bytes_u32(m->out, 0);
		bytes_add(m->out, piece, s->n_pieces * sizeof(*piece));
		put_ways(m, &r);
		put_aparts(m);
		put_throughs(m);
	}
	free(r.range);
	free(r.of);
	free(piece);
	return r.n;
}

/* The parts follow the head already. */
static void put_head(struct digest *head, u8 *at)
{
	const void *part[DIGEST_PARTS];
	u64 size[DIGEST_PARTS];
	size_t i, from = sizeof(*head);

	digest_sizes(head, size);
	for (i = 0; i < DIGEST_PARTS; from += size[i++])
		part[i] = at + from;
	head->sum = digest_sum(head, part);
	memcpy(at, head, sizeof(*head));
}

static void make(struct making *m)
{
	size_t start = m->out->n;
	struct digest head = {
		.magic = DIGEST_MAGIC,
		.n_pieces = m->s->n_pieces,
		.n_ways = m->s->n_ways,
		.n_aparts = m->s->n_aparts,
		.n_objects = (u32)m->objects->n,
	};

	bytes_add(m->out, &head, sizeof(head));
	put_objects(m, &head.names);
	head.n_pages = put_sites(m);
	head.n_numbers = m->n_numbers;
	head.n_throughs = m->n_edges;
	head.n_ranges = put_traces(m);
	/* Numbers of ranges have so many bits. */
	if (m->has_none || m->n_numbers >> SPACE_RANGE_BITS)
		m->out->n = start;
	else if (!m->out->failed)
		put_head(&head, m->out->data + start);
}

/* Makes that of a heritage that was read into the space; nothing, if it has what a digest cannot
 * say. */
static void make_of(const struct space *s, const struct objects *objects, struct bytes *out)
{
	struct making m = {
		.s = s, .sites = s->sites, .objects = objects, .out = out, .n_numbers = 1
	};

	if (s->err || s->n_earlys || !s->sites->n)
		return;
	m.number = calloc(s->sites->n, sizeof(*m.number));
	m.edge = calloc(s->n_throughs + 1, sizeof(*m.edge));
	if (m.number && m.edge)
		make(&m);
	else
		out->failed = true;
	free(m.number);
	free(m.edge);
}

/* ---- What it is made of ---- */

/* A file with the logs, as if an earlier recording had kept it. Its descriptor, or -1. */
static int file_of(const struct bytes *logs)
{
	int fd = memfd_create("pmc-logs", MFD_CLOEXEC);

	if (fd >= 0 && file_write_all(fd, logs->data, logs->n)) {
		close(fd);
		return -1;
	}
	return fd;
}

/* Reads the last one of the logs, and adds what came of that. */
static void digest(struct earlier *file, struct builder *b, struct bytes *out)
{
	const struct emu_log_heritage last = { .log = EMU_LOG_KEPT };
	int unknown = builder_object(b, PMC_OBJECT_UNKNOWN, "", NULL, 0, UINT_MAX);
	struct objects objects = { .builder = b };
	struct heritages heritages = { .earlier = file, .objects = &objects };
	struct space s = {
		.builder = b,
		.sites = builder_sites(b),
		.counts = builder_counts(b),
		.unknown = (unsigned)unknown,
	};

	heritages_take(&heritages, &last, &s);
	if (unknown >= 0)
		make_of(&s, &objects, out);
	space_deinit(&s);
	heritages_deinit(&heritages);
	objects_deinit(&objects);
}

void digest_add(struct bytes *logs)
{
	struct earlier file = { .n = 1, .fd = { file_of(logs) } };
	struct builder *b = NULL;
	struct bytes made = { 0 };

	if (file.fd[0] >= 0 && !builder_create(PMC_PROFILE_OWN, true, &b))
		digest(&file, b, &made);
	builder_destroy(b);
	if (!made.failed && logs->n + made.n <= RECORDS_MOST)
		bytes_append(logs, &made);
	bytes_deinit(&made);
	if (file.fd[0] >= 0)
		close(file.fd[0]);
}
