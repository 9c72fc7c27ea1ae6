/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A page says for each of its addresses which site is there, in two bytes, since memory for pages
 * costs more than to look there. Pages are found in a hash table, those of a file by halving its
 * order, since few of them are wanted. Most calls want the page of the call before. Sites that
 * differ only in length or flags hang behind each other.
 */
#include <errno.h>
#include <pmc/profile.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/vector.h"
#include "lib/profile/build/counts.h"
#include "lib/profile/build/keys.h"
#include "lib/profile/build/sites.h"
#include "lib/profile/model/huge.h"

/* ---- Pages ---- */

#define CHUNK_SIZE (sizeof(struct site_page) << SITES_CHUNK_BITS)
/* Chunks lie in slabs: the first one alone, the others as many as fit some huge pages. */
#define SLAB_SIZE (4 * HUGE_SIZE)

static int new_slab(struct sites *sites, size_t size)
{
	u8 *slab;

	if (vector_reserve(&sites->slab, &sites->slabs_room, sites->slabs + 1,
			   sizeof(*sites->slab)))
		return -ENOMEM;
	slab = huge_alloc(size);
	if (!slab)
		return -ENOMEM;
	sites->slab[sites->slabs++] = slab;
	sites->slab_free = slab;
	sites->slab_left = size;
	return 0;
}

static int new_chunk(struct sites *sites)
{
	if (vector_reserve(&sites->chunk, &sites->chunks_room, sites->chunks + 1,
			   sizeof(*sites->chunk)) ||
	    (sites->slab_left < CHUNK_SIZE &&
	     new_slab(sites, sites->slabs ? SLAB_SIZE : CHUNK_SIZE)))
		return -ENOMEM;
	sites->chunk[sites->chunks++] = (struct site_page *)sites->slab_free;
	sites->slab_free += CHUNK_SIZE;
	sites->slab_left -= CHUNK_SIZE;
	return 0;
}

static s64 add_page(struct sites *sites, u32 object, u64 number)
{
	size_t i = sites->n_pages;
	struct site_page *page;

	if (i >= UINT32_MAX - 1 || (i >> SITES_CHUNK_BITS >= sites->chunks && new_chunk(sites)))
		return -ENOMEM;
	sites->n_pages++;
	page = sites_page_at(sites, i);
	memset(page, 0, sizeof(*page));
	page->number = number;
	page->object = object;
	page->index = (u32)i;
	return (s64)i;
}

static s64 find_in(const struct sites *sites, const struct site_range *range, u64 number)
{
	u32 low = range->first, high = range->end;

	while (low < high) {
		u32 middle = low + (high - low) / 2;

		if (sites_page_at(sites, middle)->number < number)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == range->end || sites_page_at(sites, low)->number != number)
		return -ENOENT;
	return low;
}

/* The page, if a file had it. */
static s64 find_taken(const struct sites *sites, u32 object, u64 number)
{
	s64 found = -ENOENT;
	size_t i;

	for (i = 0; i < sites->n_ranges && found < 0; i++)
		if (sites->range[i].object == object)
			found = find_in(sites, &sites->range[i], number);
	return found;
}

s64 sites_page(struct sites *sites, u32 object, u64 address)
{
	u64 number = address >> SITE_BITS, hash = table_mix(sites->seed, number, object);
	s64 index = find_taken(sites, object, number);
	const struct site_page *page;
	struct table_probe probe;

	if (index >= 0)
		return index;
	for (probe = table_probe(hash); table_next(&sites->table, &probe);) {
		page = sites_page_at(sites, probe.index);
		if (page->number == number && page->object == object)
			return probe.index;
	}
	index = add_page(sites, object, number);
	return index >= 0 && table_add(&sites->table, hash, (u32)index) ? -ENOMEM : index;
}

/* ---- Sites ---- */

static int reserve(struct sites *sites, size_t n)
{
	if (n <= sites->room)
		return 0;
	return huge_reserve(&sites->all, &sites->room, sites->n, n, sizeof(*sites->all));
}

/* Notes the newest site of an address. */
static int put(struct sites *sites, struct site_page *page, unsigned at, u32 number)
{
	if (!page->used)
		page->first = number;
	if (number - page->first < SITE_FAR - 1) {
		page->near[at] = (u16)(number - page->first + 1);
		return 0;
	}
	if (!page->far) {
		if (vector_reserve(&sites->far, &sites->far_room, sites->n_far + 1,
				   sizeof(*sites->far)))
			return -ENOMEM;
		page->far = (u32)++sites->n_far;
	}
	page->near[at] = SITE_FAR;
	sites->far[page->far - 1].site[at] = number;
	return 0;
}

u32 sites_add(struct sites *sites, struct site_page *to, unsigned at, unsigned length,
	      unsigned flags)
{
	unsigned numbers = flags & PMC_PLACE_COND ? 2 : 1;
	size_t n = sites->n ? sites->n : 1;
	u32 before;

	if (n + numbers + 1 > SITES_MAX || reserve(sites, n + numbers + 1))
		return 0;
	if (sites_number_from(n, flags) != n)
		sites->all[n++] = (struct site){ 0 };
	before = sites_at(sites, to, at);
	if (put(sites, to, at, (u32)n))
		return 0;
	sites->all[n] = (struct site){ .page = to->index,
				       .next = before,
				       .at = (u8)at,
				       .length = (u8)length,
				       .flags = (u8)flags };
	if (before)
		sites->all[n].apart = sites->all[before].apart = true;
	to->used |= 1ull << at;
	if (numbers == 2)
		sites->all[n + 1] = (struct site){ 0 };
	sites->n = n + numbers;
	return (u32)n;
}

u32 sites_number(struct sites *sites)
{
	size_t n = sites->n ? sites->n : 1;

	if (n >= SITES_MAX || reserve(sites, n + 1))
		return 0;
	sites->all[n] = (struct site){ 0 };
	sites->n = n + 1;
	return (u32)n;
}

u32 sites_search(struct sites *sites, u32 object, u64 address, unsigned length, unsigned flags)
{
	struct site_page **recent = &sites->recent[(address >> SITE_BITS) % SITES_RECENT];
	unsigned at = address % SITE_PAGE;
	struct site_page *page = *recent;
	s64 index;
	u32 number;

	if (!page || page->number != address >> SITE_BITS || page->object != object) {
		index = sites_page(sites, object, address);
		if (index < 0)
			return 0;
		page = *recent = sites_page_at(sites, (size_t)index);
	}
	sites->last = page;
	for (number = sites_at(sites, page, at); number; number = sites->all[number].next)
		if (sites->all[number].length == length && sites->all[number].flags == flags)
			return number;
	return sites_add(sites, page, at, length, flags);
}

/* ---- Sites that were kept ---- */

int sites_expect(struct sites *sites, size_t pages, size_t numbers)
{
	size_t chunks = (pages >> SITES_CHUNK_BITS) + 1;

	if (numbers >= SITES_MAX || sites->room ||
	    huge_expect(&sites->all, &sites->room, numbers + numbers / 16 + 512,
			sizeof(*sites->all)) ||
	    new_slab(sites, chunks * CHUNK_SIZE))
		return -ENOMEM;
	return 0;
}

_Static_assert(sizeof(struct site) == offsetof(struct site, to) + sizeof(struct site_kept),
	       "a site ends like one that is kept");

struct site_kept sites_keep(const struct site *site)
{
	struct site_kept kept;

	memcpy(&kept, &site->to, sizeof(kept));
	return kept;
}

/* The last bytes of one as a number. From the lowest on: at, length, flags and bits. */
static u32 what_of(const struct site_kept *kept)
{
	u32 what;

	memcpy(&what, &kept->at, sizeof(what));
	return what;
}

/* What must not be set there: addresses are below 64, lengths below 16, bits below 4. */
#define NEVER 0xfc00f0c0u
_Static_assert(SITE_PAGE == 64, "addresses in a page have six bits");

/* Puts the sites of a page behind all others, for which there is room. False: their order is not
 * right. */
static bool put_all(struct sites *sites, struct site_page *page, const struct site_kept *kept,
		    size_t n)
{
	struct site *all = sites->all;
	u32 next = sites->n ? (u32)sites->n : 1, number = 0, before = 0, order, bad = 0;
	u32 first = sites_number_from(next, kept[0].flags);
	u64 used = 0;
	size_t i;

	page->first = first;
	for (i = 0; i < n; i++) {
		u32 what = what_of(&kept[i]), at = what % SITE_PAGE, other = number;

		number = sites_number_from(next, kept[i].flags);
		if (number != next)
			all[next] = (struct site){ 0 };
		all[number].page = page->index;
		order = __builtin_bswap32(what) >> 8;
		all[number].next = (order ^ before) >> 16 || !i ? 0 : other;
		bad |= (what & NEVER) | (i && order <= before);
		before = order;
		memcpy(&all[number].to, &kept[i], sizeof(kept[i]));
		/* What the next one will be, or the second count of a conditional branch. */
		all[number + 1] = (struct site){ 0 };
		next = number + (kept[i].flags & PMC_PLACE_COND ? 2 : 1);
		page->near[at] = (u16)(number - first + 1);
		used |= 1ull << at;
	}
	page->used = used;
	sites->n = next;
	return !bad;
}

/* Adds a page to the range of the one before, if it follows that. */
static s64 take_page(struct sites *sites, u32 object, u64 number)
{
	struct site_range *last = sites->n_ranges ? &sites->range[sites->n_ranges - 1] : NULL;
	bool follows = last && last->object == object && last->end == sites->n_pages &&
		       sites_page_at(sites, last->end - 1)->number < number;
	s64 index;

	if (!follows && vector_reserve(&sites->range, &sites->ranges_room, sites->n_ranges + 1,
				       sizeof(*sites->range)))
		return -ENOMEM;
	index = add_page(sites, object, number);
	if (index < 0)
		return index;
	if (!follows)
		sites->range[sites->n_ranges++] = (struct site_range){ .object = object,
								       .first = (u32)index };
	sites->range[sites->n_ranges - 1].end = (u32)index + 1;
	return index;
}

int sites_take(struct sites *sites, u32 object, u64 number, const struct site_kept *kept, size_t n)
{
	s64 index;

	/* Each has three numbers at most. */
	if (!n || n > SITE_FAR / 4 || sites->n + 3 * n + 2 > SITES_MAX)
		return -EPROTO;
	if (reserve(sites, sites->n + 3 * n + 2))
		return -ENOMEM;
	index = take_page(sites, object, number);
	if (index < 0)
		return (int)index;
	return put_all(sites, sites_page_at(sites, (size_t)index), kept, n) ? 0 : -EPROTO;
}

/* ---- Orders ---- */

static unsigned kind_of(const struct site *site)
{
	return (unsigned)site->length << 8 | site->flags;
}

u32 sites_next_kind(const struct sites *sites, u32 first, u32 after)
{
	u32 next = 0, s;

	for (s = first; s; s = sites->all[s].next)
		if ((!after || kind_of(&sites->all[s]) > kind_of(&sites->all[after])) &&
		    (!next || kind_of(&sites->all[s]) < kind_of(&sites->all[next])))
			next = s;
	return next;
}

u32 *sites_sorted_pages(const struct sites *sites)
{
	size_t n = sites->n_pages, i;
	struct key *keys = malloc((n + 1) * sizeof(*keys));
	u32 *pages = malloc((n + 1) * sizeof(*pages));

	if (!keys || !pages) {
		free(keys);
		free(pages);
		return NULL;
	}
	for (i = 0; i < n; i++) {
		const struct site_page *page = sites_page_at(sites, i);

		keys[i] = (struct key){ .number = page->number,
					.object = page->object,
					.index = (u32)i };
	}
	if (keys_sort(&keys, n)) {
		free(keys);
		free(pages);
		return NULL;
	}
	for (i = 0; i < n; i++)
		pages[i] = keys[i].index;
	free(keys);
	return pages;
}

void sites_deinit(struct sites *sites)
{
	size_t i;

	for (i = 0; i < sites->slabs; i++)
		free(sites->slab[i]);
	free(sites->slab);
	free(sites->chunk);
	free(sites->all);
	free(sites->far);
	free(sites->range);
	table_deinit(&sites->table);
}
