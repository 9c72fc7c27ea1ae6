/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A page says for each of its addresses which site is there, in two bytes, since memory for pages
 * costs more than to look there. Pages are found in a hash table, those of a file by halving its
 * order; of these few are wanted, and only those are made. Most calls want the page of the call
 * before. Sites that differ only in length or flags hang behind each other.
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
	size_t i = sites->n_pages - sites->n_taken;
	struct site_page *page;

	if (sites->n_pages >= UINT32_MAX - 1 ||
	    (i >> SITES_CHUNK_BITS >= sites->chunks && new_chunk(sites)))
		return -ENOMEM;
	page = sites_page_made(sites, sites->n_pages);
	memset(page, 0, sizeof(*page));
	page->number = number;
	page->object = object;
	page->index = (u32)sites->n_pages;
	return (s64)sites->n_pages++;
}

/* Fills a page that was taken, but for what says that addresses have no sites. */
static void fill(const struct sites *sites, size_t i, struct site_page *page)
{
	const struct site_taken *taken = &sites->page[i];
	u32 end = i + 1 < sites->n_taken ? taken[1].first : (u32)sites->taken, number;

	page->number = taken->number;
	page->object = taken->object;
	page->index = (u32)i;
	page->first = taken->first;
	page->used = 0;
	page->far = 0;
	for (number = taken->first; number < end; number++) {
		unsigned at = sites->all[number].at % SITE_PAGE;

		if (!sites->all[number].length)
			continue;
		page->near[at] = (u16)(number - taken->first + 1);
		page->used |= 1ull << at;
	}
}

struct site_page *sites_page_at(struct sites *sites, size_t i)
{
	struct site_page *page = sites_page_made(sites, i);

	if (page)
		return page;
	page = calloc(1, sizeof(*page));
	if (page)
		fill(sites, i, page);
	return sites->made[i] = page;
}

const struct site_page *sites_look(const struct sites *sites, size_t i, struct site_page *copy)
{
	const struct site_page *page = sites_page_made(sites, i);

	if (page)
		return page;
	fill(sites, i, copy);
	return copy;
}

u32 *sites_page_object(const struct sites *sites, size_t i)
{
	return i < sites->n_taken ? &sites->page[i].object : &sites_page_made(sites, i)->object;
}

static s64 find_in(const struct sites *sites, const struct site_range *range, u64 number)
{
	u32 low = range->first, high = range->end;

	while (low < high) {
		u32 middle = low + (high - low) / 2;

		if (sites->page[middle].number < number)
			low = middle + 1;
		else
			high = middle;
	}
	return low < range->end && sites->page[low].number == number ? (s64)low : -ENOENT;
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
		page = sites_page_made(sites, probe.index);
		if (page->number == number && page->object == object)
			return probe.index;
	}
	index = add_page(sites, object, number);
	return index >= 0 && table_add(&sites->table, hash, (u32)index) ? -ENOMEM : index;
}

/* The last page that was taken and begins at the number or before it. */
static u32 find_first(const struct sites *sites, u32 number)
{
	u32 low = 0, high = (u32)sites->n_taken;

	while (high - low > 1) {
		u32 middle = low + (high - low) / 2;

		if (sites->page[middle].first <= number)
			low = middle;
		else
			high = middle;
	}
	return low;
}

u32 sites_page_of(const struct sites *sites, u32 number)
{
	return number < sites->taken ? find_first(sites, number) :
				       sites->more[number - sites->taken].page;
}

u64 sites_address(const struct sites *sites, u32 number)
{
	u32 i = sites_page_of(sites, number);
	u64 page = i < sites->n_taken ? sites->page[i].number : sites_page_made(sites, i)->number;

	return page << SITE_BITS | sites->all[number].at;
}

u32 sites_object(const struct sites *sites, u32 number)
{
	return *sites_page_object(sites, sites_page_of(sites, number));
}

/* ---- Sites ---- */

static int reserve(struct sites *sites, size_t n)
{
	size_t more = n - sites->taken,
	       used = sites->n > sites->taken ? sites->n - sites->taken : 0;

	if (n > sites->room &&
	    huge_reserve(&sites->all, &sites->room, sites->n, n, sizeof(*sites->all)))
		return -ENOMEM;
	if (more <= sites->more_room)
		return 0;
	return huge_reserve(&sites->more, &sites->more_room, used, more, sizeof(*sites->more));
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

/* The number is no site's, but counts something. */
static void put_none(struct sites *sites, size_t number)
{
	sites->all[number] = (struct site){ 0 };
	sites->more[number - sites->taken] = (struct site_more){ 0 };
}

u32 sites_older(const struct sites *sites, u32 number)
{
	if (!sites->all[number].again)
		return 0;
	if (number >= sites->taken)
		return sites->more[number - sites->taken].next;
	do
		number--;
	while (number && !sites->all[number].length);
	return number;
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
		put_none(sites, n++);
	before = sites_at(sites, to, at);
	if (put(sites, to, at, (u32)n))
		return 0;
	sites->all[n] = (struct site){
		.at = (u8)at, .length = (u8)length, .flags = (u8)flags, .again = before
	};
	sites->more[n - sites->taken] = (struct site_more){ .page = to->index, .next = before };
	if (before)
		sites->all[n].apart = sites->all[before].apart = true;
	to->used |= 1ull << at;
	if (numbers == 2)
		put_none(sites, n + 1);
	sites->n = n + numbers;
	return (u32)n;
}

u32 sites_number(struct sites *sites)
{
	size_t n = sites->n ? sites->n : 1;

	if (n >= SITES_MAX || reserve(sites, n + 1))
		return 0;
	put_none(sites, n);
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
		page = sites_page_at(sites, (size_t)index);
		if (!page)
			return 0;
		*recent = page;
	}
	sites->last = page;
	for (number = sites_at(sites, page, at); number; number = sites_older(sites, number))
		if (sites->all[number].length == length && sites->all[number].flags == flags)
			return number;
	return sites_add(sites, page, at, length, flags);
}

/* ---- Sites that were kept ---- */

int sites_expect(struct sites *sites, size_t pages, size_t numbers)
{
	if (numbers >= SITES_MAX || pages >= UINT32_MAX / 2 || sites->room || sites->n_pages ||
	    huge_expect(&sites->all, &sites->room, numbers + numbers / 16 + 512,
			sizeof(*sites->all)))
		return -ENOMEM;
	sites->page = malloc(pages * sizeof(*sites->page) + 1);
	sites->made = calloc(pages + 1, sizeof(*sites->made));
	return sites->page && sites->made ? 0 : -ENOMEM;
}

/* Are the numbers of a page some that a page can have? */
static bool is_page(const struct site_taken *page, const struct site_taken *end, size_t numbers,
		    u32 objects)
{
	size_t next = page + 1 < end ? page[1].first : numbers;

	return page->first && page->first < next && next - page->first < SITE_FAR - 1 &&
	       page->object < objects;
}

/* Adds a page to the range of the one before, if it follows that. */
static int add_to_range(struct sites *sites, const struct site_taken *page)
{
	u32 i = (u32)(page - sites->page);
	struct site_range *last = sites->n_ranges ? &sites->range[sites->n_ranges - 1] : NULL;

	if (last && last->object == page->object && page[-1].number < page->number) {
		last->end = i + 1;
		return 0;
	}
	if (vector_reserve(&sites->range, &sites->ranges_room, sites->n_ranges + 1,
			   sizeof(*sites->range)))
		return -ENOMEM;
	sites->range[sites->n_ranges++] = (struct site_range){ page->object, i, i + 1 };
	return 0;
}

int sites_take(struct sites *sites, size_t pages, size_t numbers, u32 objects)
{
	const struct site_taken *end = sites->page + pages, *page;
	size_t i;

	if (!pages || numbers < 2 || sites->page[0].first > 2)
		return -EPROTO;
	for (page = sites->page; page < end; page++) {
		if (!is_page(page, end, numbers, objects))
			return -EPROTO;
		if (add_to_range(sites, page))
			return -ENOMEM;
	}
	memset(sites->all, 0, sizeof(*sites->all));
	/* Both numbers of a conditional branch are in a block. */
	for (i = COUNTS_BLOCK - 1; i < numbers; i += COUNTS_BLOCK)
		if (sites->all[i].flags & PMC_PLACE_COND)
			return -EPROTO;
	if (sites->all[numbers - 1].flags & PMC_PLACE_COND)
		return -EPROTO;
	sites->n = sites->taken = numbers;
	sites->n_pages = sites->n_taken = pages;
	return 0;
}

/* ---- Orders ---- */

static unsigned kind_of(const struct site *site)
{
	return (unsigned)site->length << 8 | site->flags;
}

u32 sites_next_kind(const struct sites *sites, u32 first, u32 after)
{
	u32 next = 0, s;

	for (s = first; s; s = sites_older(sites, s))
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
		bool taken = i < sites->n_taken;

		keys[i] = (struct key){ .number = taken ? sites->page[i].number :
							  sites_page_made(sites, i)->number,
					.object = *sites_page_object(sites, i),
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
	for (i = 0; i < sites->n_taken; i++)
		free(sites->made[i]);
	free(sites->slab);
	free(sites->chunk);
	free(sites->all);
	free(sites->more);
	free(sites->page);
	free(sites->made);
	free(sites->far);
	free(sites->range);
	table_deinit(&sites->table);
}
