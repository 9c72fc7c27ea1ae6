/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * 64 addresses of one object and thread make up a page, which has the index of a place for each
 * address. Pages are found in a hash table, and most calls want the page of the call before. Places
 * that differ only in length or flags hang behind each other.
 */
#include <errno.h>
#include <stdlib.h>

#include "lib/profile/build/places.h"
#include "lib/profile/build/vector.h"

#define SLOT_BITS 6
#define SLOTS	  (1u << SLOT_BITS)

struct page {
	u64 number;
	u32 object, thread;
	u32 slot[SLOTS]; /* index of a place + 1; 0: none */
};

static struct page *find_page(struct places *places, u32 object, u32 thread, u64 number)
{
	u64 hash = table_mix(places->seed, number, (u64)object << 32 | thread);
	struct table_probe probe;
	struct page *page;

	for (probe = table_probe(hash); table_next(&places->table, &probe);) {
		page = &places->pages[probe.index];
		if (page->number == number && page->object == object && page->thread == thread)
			return page;
	}
	if (places->n_pages >= UINT32_MAX - 1)
		return NULL;
	if (vector_reserve(&places->pages, &places->pages_room, places->n_pages + 1,
			   sizeof(*places->pages)) ||
	    table_add(&places->table, hash, (u32)places->n_pages))
		return NULL;
	page = &places->pages[places->n_pages++];
	memset(page, 0, sizeof(*page));
	page->number = number;
	page->object = object;
	page->thread = thread;
	return page;
}

/* Adds a place behind those of the slot. */
static s64 add(struct places *places, u32 *slot, const struct place *as)
{
	struct place *place;

	if (places->n >= UINT32_MAX - 1 ||
	    vector_reserve(&places->all, &places->room, places->n + 1, sizeof(*places->all)))
		return -ENOMEM;
	place = &places->all[places->n];
	*place = *as;
	place->next = *slot;
	*slot = (u32)++places->n;
	return (s64)places->n - 1;
}

s64 places_find(struct places *places, u32 object, u32 thread, u64 address, unsigned length,
		unsigned flags)
{
	struct place as = { .address = address,
			    .object = object,
			    .thread = thread,
			    .length = (u8)length,
			    .flags = (u8)flags };
	u64 number = address >> SLOT_BITS;
	struct page *page = places->last;
	u32 *slot, at;

	if (!page || page->number != number || page->object != object || page->thread != thread) {
		page = find_page(places, object, thread, number);
		if (!page)
			return -ENOMEM;
		places->last = page;
	}
	slot = &page->slot[address % SLOTS];
	for (at = *slot; at; at = places->all[at - 1].next)
		if (places->all[at - 1].length == length && places->all[at - 1].flags == flags)
			return at - 1;
	return add(places, slot, &as);
}

/* ---- In order ---- */

struct page_key {
	u64 number;
	u32 object, thread, index;
};

static int compare_pages(const void *a, const void *b)
{
	const struct page_key *x = a, *y = b;

	if (x->object != y->object)
		return x->object < y->object ? -1 : 1;
	if (x->number != y->number)
		return x->number < y->number ? -1 : 1;
	return x->thread < y->thread ? -1 : x->thread > y->thread;
}

static unsigned kind(const struct place *place)
{
	return (unsigned)place->length << 8 | place->flags;
}

/* Writes the places of one address and thread. There is nearly always one. Returns how many. */
static size_t put_slot(const struct places *places, u32 at, u32 *order)
{
	size_t n = 0, i;

	for (; at; at = places->all[at - 1].next) {
		const struct place *place = &places->all[at - 1];

		for (i = n++; i && kind(&places->all[order[i - 1]]) > kind(place); i--)
			order[i] = order[i - 1];
		order[i] = at - 1;
	}
	return n;
}

int places_sort(const struct places *places, u32 *order)
{
	struct page_key *keys = malloc((places->n_pages + 1) * sizeof(*keys));
	size_t i, end, k, n = 0;
	unsigned at;

	if (!keys)
		return -ENOMEM;
	for (i = 0; i < places->n_pages; i++) {
		const struct page *page = &places->pages[i];

		keys[i] = (struct page_key){ page->number, page->object, page->thread, (u32)i };
	}
	qsort(keys, places->n_pages, sizeof(*keys), compare_pages);
	for (i = 0; i < places->n_pages; i = end) {
		for (end = i; end < places->n_pages && keys[end].object == keys[i].object &&
			      keys[end].number == keys[i].number;)
			end++;
		for (at = 0; at < SLOTS; at++)
			for (k = i; k < end; k++)
				n += put_slot(places, places->pages[keys[k].index].slot[at],
					      order + n);
	}
	free(keys);
	return 0;
}

void places_deinit(struct places *places)
{
	free(places->all);
	free(places->pages);
	table_deinit(&places->table);
}
