/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Keeps the sums of an exact profile's functions. What counts follow from is linear: places with
 * the same flags in one thread can become one place, with the sums of their executions. So what is
 * kept is a profile again, a part of the places in their order, with the sums of those left out. Of
 * edges it keeps the calls, one for each target.
 */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "lib/base/vector.h"
#include "lib/profile/model/model.h"
#include "lib/profile/own/crc.h"
#include "lib/profile/own/read.h"
#include "lib/profile/own/write.h"
#include "lib/symbols/cache/folder.h"
#include "lib/symbols/base/file.h"
#include "pmc/profile.h"

/* Profiles with fewer places are as quickly read as summaries of them. */
#define FEW_PLACES 20000
/* A summary with more than so many of four places does not save much. */
#define MOST_OF_FOUR 3
/* Places with different flags or threads that one piece of code may have. */
#define MOST_KINDS 2048
#define SLOTS	   (2 * MOST_KINDS)

/* What a summary is of. All of its bytes count. */
struct summary_key {
	char magic[8];
	struct identity profile;
	uint32_t kind;
	char version[20]; /* of pmc */
};
#define MAGIC "pmcsums1"

/* The beginning of a file of the cache. Extents follow, and a profile in pmc's format. */
struct summary_head {
	struct summary_key key;
	u32 checksum, zero; /* CRC-32 of the extents */
	u64 n;		    /* extents */
	u64 size;	    /* of the profile: one that ends early would be read, too */
};

struct slot {
	u64 kind;     /* of places: thread and flags */
	size_t piece; /* in which it was seen */
	size_t place;
};

struct pmc_profile_summary {
	struct summary_key key;
	char *path;
	struct place *places;
	u32 *extents; /* of each place: how far behind it the last of those is that it stands for */
	size_t n, room, room_extents;
	size_t next;   /* the first place of the profile that was not added */
	size_t pieces; /* that were added */
	bool failed;
	struct slot slot[SLOTS];
};

/* False: there is no such file. */
static bool make_key(const char *path, unsigned kind, struct summary_key *key)
{
	struct stat st;

	memset(key, 0, sizeof(*key));
	if (stat(path, &st) || !S_ISREG(st.st_mode))
		return false;
	memcpy(key->magic, MAGIC, sizeof(key->magic));
	key->kind = kind;
	strncpy(key->version, PMC_VERSION, sizeof(key->version) - 1);
	identify(&st, &key->profile);
	return true;
}

/* The name of the file in the cache. */
static u64 name_of(const struct summary_key *key)
{
	return identity_name(&key->profile, key->kind ^ 0x73756d73);
}

/* ---- Making ---- */

int pmc_profile_summary_create(const char *path, unsigned kind,
			       struct pmc_profile_summary **summary)
{
	struct pmc_profile_summary *s = calloc(1, sizeof(*s));

	if (!s)
		return -ENOMEM;
	if (!make_key(path, kind, &s->key)) {
		free(s);
		return -ENOENT;
	}
	s->path = strdup(path);
	if (!s->path) {
		free(s);
		return -ENOMEM;
	}
	*summary = s;
	return 0;
}

void pmc_profile_summary_destroy(struct pmc_profile_summary *s)
{
	if (!s)
		return;
	free(s->places);
	free(s->extents);
	free(s->path);
	free(s);
}

/* Can all counts of the profile be had from executions? */
static bool suits(const struct pmc_profile *p)
{
	return p->derived && !p->n_rows && !p->stacks.n_stacks && p->n_places >= FEW_PLACES;
}

/* Is it worth its file, which stands for so many places? */
static bool saves_much(const struct pmc_profile_summary *s, size_t n_places)
{
	return s->n <= n_places / 4 * MOST_OF_FOUR;
}

static int add_place(struct pmc_profile_summary *s, const struct place *place)
{
	if (vector_reserve(&s->places, &s->room, s->n + 1, sizeof(*s->places)) ||
	    vector_reserve(&s->extents, &s->room_extents, s->n + 1, sizeof(*s->extents)))
		return -ENOMEM;
	s->places[s->n++] = *place;
	return 0;
}

/* The slot of places of this kind in the piece: one that has them, or a free one. */
static struct slot *slot_of(struct pmc_profile_summary *s, u64 kind)
{
	size_t i = (kind * 0x9e3779b97f4a7c15u >> 32) & (SLOTS - 1);

	while (s->slot[i].piece == s->pieces && s->slot[i].kind != kind)
		i = (i + 1) & (SLOTS - 1);
	return &s->slot[i];
}

/* Adds a place to the first one of its kind in the piece that began at place `first`. */
static int fold(struct pmc_profile_summary *s, size_t first, const struct place *place)
{
	u64 kind = (u64)place->thread << 8 | place->flags;
	struct slot *slot = slot_of(s, kind);

	if (slot->piece == s->pieces) {
		s->places[slot->place].executions += place->executions;
		s->places[slot->place].taken += place->taken;
		return 0;
	}
	if (s->n - first == MOST_KINDS)
		return -E2BIG;
	*slot = (struct slot){ kind, s->pieces, s->n };
	return add_place(s, place);
}

void pmc_profile_summary_add(struct pmc_profile_summary *s, const struct pmc_profile *p,
			     size_t first, uint64_t last)
{
	size_t from = s->n, i = first, k;

	if (s->failed || first < s->next || first >= p->n_places || !suits(p))
		return;
	s->failed = first > s->next;
	s->pieces++;
	for (; i < p->n_places && !s->failed; i++) {
		const struct place *at = &p->places[i];

		if (i > first && (at->object != p->places[first].object || at->address > last))
			break;
		s->failed = fold(s, from, at);
	}
	s->next = i;
	s->failed |= i >= FEW_PLACES && !saves_much(s, i);
	for (k = from; k < s->n && !s->failed; k++) {
		u64 extent = p->places[i - 1].address - s->places[k].address;

		s->failed = extent > UINT32_MAX;
		s->extents[k] = (u32)extent;
	}
}

static int by_target(const void *a, const void *b)
{
	const struct pmc_edge *x = a, *y = b;

	if (x->to_object != y->to_object)
		return x->to_object < y->to_object ? -1 : 1;
	return x->to < y->to ? -1 : x->to > y->to;
}

/* One call for each target, in order. False: no memory. */
static bool find_targets(const struct pmc_profile *p, struct pmc_profile *to)
{
	struct pmc_edge *edges = malloc((p->n_edges + 1) * sizeof(*edges));
	size_t recent[2048] = { 0 }, i, n = 0; /* numbers + 1, by address */

	if (!edges)
		return false;
	for (i = 0; i < p->n_edges; i++) {
		const struct pmc_edge *e = &p->edges[i];
		size_t *slot = &recent[(e->to ^ e->to >> 11) % 2048];

		if (e->kind != PMC_EDGE_CALL || e->to_object == UINT_MAX ||
		    (*slot && edges[*slot - 1].to == e->to &&
		     edges[*slot - 1].to_object == e->to_object))
			continue;
		edges[n++] = (struct pmc_edge){
			.kind = PMC_EDGE_CALL, .to_object = e->to_object, .to = e->to, .count = 1
		};
		*slot = n;
	}
	qsort(edges, n, sizeof(*edges), by_target);
	to->edges = edges;
	to->n_edges = 0;
	for (i = 0; i < n; i++)
		if (!i || by_target(&edges[i], &edges[to->n_edges - 1]))
			edges[to->n_edges++] = edges[i];
	return true;
}

static u32 checksum(const void *extents, u64 n)
{
	struct crc crc;

	crc_init(&crc);
	return crc_of(&crc, extents, n * sizeof(u32));
}

static void write_file(const struct pmc_profile_summary *s, const struct pmc_profile *p)
{
	struct summary_head head = { .key = s->key,
				     .checksum = checksum(s->extents, s->n),
				     .n = s->n };
	size_t before = sizeof(head) + s->n * sizeof(*s->extents);
	struct bytes out = { 0 };

	bytes_add(&out, &head, sizeof(head));
	bytes_add(&out, s->extents, s->n * sizeof(*s->extents));
	write_profile(p, &out);
	if (!out.failed) {
		head.size = out.n - before;
		memcpy(out.data, &head, sizeof(head));
		cache_folder_write(name_of(&s->key), out.data, out.n);
	}
	bytes_deinit(&out);
}

void pmc_profile_summary_keep(struct pmc_profile_summary *s, const struct pmc_profile *p)
{
	struct pmc_profile kept = *p;
	struct summary_key now;

	/* The file may have become another one before it was read. */
	if (s->failed || !s->n || s->next != p->n_places || !saves_much(s, p->n_places) ||
	    !make_key(s->path, s->key.kind, &now) || memcmp(&now, &s->key, sizeof(now)) != 0)
		return;
	kept.places = s->places;
	kept.n_places = s->n;
	kept.n_code = 0;
	if (find_targets(p, &kept)) {
		write_file(s, &kept);
		free(kept.edges);
	}
}

/* ---- Using ---- */

/* Are the extents those of the profile's places? */
static bool check_extents(const struct pmc_profile *p)
{
	size_t i;

	for (i = 0; i < p->n_places; i++)
		if (p->places[i].address > UINT64_MAX - p->extents[i])
			return false;
	return true;
}

/* Makes a profile of the bytes of a summary, which stay in memory. NULL: they are wrong. */
static struct pmc_profile *parse(const struct summary_key *key, const u8 *bytes, size_t size)
{
	const u8 *at = bytes + sizeof(struct summary_head);
	struct summary_head head;
	struct pmc_profile *p;
	struct pmc_diag diag;

	if (size < sizeof(head))
		return NULL;
	size -= sizeof(head);
	memcpy(&head, bytes, sizeof(head));
	if (memcmp(&head.key, key, sizeof(*key)) != 0 || head.n > size / sizeof(*p->extents) ||
	    checksum(at, head.n) != head.checksum)
		return NULL;
	p = model_create();
	if (!p)
		return NULL;
	p->extents = (const u32 *)at;
	at += head.n * sizeof(*p->extents);
	size -= head.n * sizeof(*p->extents);
	if (size == head.size && read_is_own(at, size) && !read_profile(p, at, size, "", &diag) &&
	    p->derived && p->n_places == head.n && check_extents(p)) {
		model_finish(p);
		return p;
	}
	model_destroy(p);
	return NULL;
}

int pmc_profile_summary_open(const char *path, unsigned kind, struct pmc_profile **profile)
{
	struct summary_key key;
	size_t size = 0;
	u8 *bytes;

	if (!make_key(path, kind, &key))
		return -ENOENT;
	bytes = cache_folder_read(name_of(&key), &size);
	if (!bytes)
		return -ENOENT;
	*profile = parse(&key, bytes, size);
	if (!*profile) {
		free(bytes);
		return -ENOENT;
	}
	(*profile)->file = bytes;
	return 0;
}
