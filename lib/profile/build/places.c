/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * 64 addresses of one object and thread make up a page. It has an array of cells, one for each
 * place in the order in which they came, and for each address the number of its cell. Pages are
 * found in a hash table; most calls want the page of the call before. Places that differ only in
 * length or flags hang behind each other; when they fill a page, another one with a higher level
 * follows.
 *
 * Pages and cells lie in large blocks that never move.
 */
#include <errno.h>
#include <stdlib.h>

#include "lib/profile/build/places.h"
#include "lib/profile/build/vector.h"
#include "lib/profile/model/huge.h"

#define SLOT_BITS  6
#define SLOTS	   (1u << SLOT_BITS)
#define CELLS_MIN  12u
#define CELLS_MAX  255u
#define CHUNK_BITS 12
#define CHUNK	   (1u << CHUNK_BITS) /* pages in a chunk */

struct page {
	u64 number;
	u32 object, thread;
	struct cell *cells;
	u16 level;
	u8 n, room;
	u8 slot[SLOTS]; /* number of a cell + 1; 0: none */
};

static struct page *page_at(const struct places *places, size_t i)
{
	return &places->chunk[i >> CHUNK_BITS][i & (CHUNK - 1)];
}

/* Memory for n cells. */
static struct cell *new_cells(struct places *places, unsigned n)
{
	size_t size = n * sizeof(struct cell);
	struct cell *cells;

	if (size > places->left) {
		void *block;

		if (vector_reserve(&places->block, &places->blocks_room, places->blocks + 1,
				   sizeof(*places->block)))
			return NULL;
		block = huge_alloc(HUGE_SIZE);
		if (!block)
			return NULL;
		places->block[places->blocks++] = block;
		places->free = block;
		places->left = HUGE_SIZE;
	}
	cells = (struct cell *)places->free;
	places->free += size;
	places->left -= size;
	return cells;
}

static int new_chunk(struct places *places)
{
	if (vector_reserve(&places->chunk, &places->chunks_room, places->chunks + 1,
			   sizeof(*places->chunk)))
		return -ENOMEM;
	places->chunk[places->chunks] = huge_alloc(CHUNK * sizeof(struct page));
	if (!places->chunk[places->chunks])
		return -ENOMEM;
	places->chunks++;
	return 0;
}

static struct page *add_page(struct places *places, u64 hash, const struct page *as)
{
	size_t i = places->n_pages;
	struct page *page;

	if (i >= UINT32_MAX - 1 || (i >> CHUNK_BITS >= places->chunks && new_chunk(places)) ||
	    table_add(&places->table, hash, (u32)i))
		return NULL;
	places->n_pages++;
	page = page_at(places, i);
	*page = *as;
	return page;
}

static u64 hash_of(const struct places *places, u32 object, u32 thread, u64 number, unsigned level)
{
	return table_mix(places->seed + level, number, (u64)object << 32 | thread);
}

/* *index: the number of the page. */
static struct page *find_page(struct places *places, u32 object, u32 thread, u64 number,
			      unsigned level, size_t *index)
{
	u64 hash = hash_of(places, object, thread, number, level);
	struct page as = {
		.number = number, .object = object, .thread = thread, .level = (u16)level
	};
	struct table_probe probe;
	struct page *page;

	for (probe = table_probe(hash); table_next(&places->table, &probe);) {
		page = page_at(places, probe.index);
		*index = probe.index;
		if (page->number == number && page->object == object && page->thread == thread &&
		    page->level == level)
			return page;
	}
	*index = places->n_pages;
	return add_page(places, hash, &as);
}

/* Adds a cell to a page that has room for one more. NULL: there is no memory. */
static struct cell *add_cell(struct places *places, struct page *page, u8 at, unsigned length,
			     unsigned flags)
{
	unsigned room = page->room ? 2u * page->room : CELLS_MIN;
	struct cell *cells, *cell;

	if (page->n == page->room) {
		room = room < CELLS_MAX ? room : CELLS_MAX;
		cells = new_cells(places, room);
		if (!cells)
			return NULL;
		if (page->n)
			memcpy(cells, page->cells, page->n * sizeof(*cells));
		page->cells = cells;
		page->room = (u8)room;
	}
	cell = &page->cells[page->n++];
	*cell = (struct cell){
		.length = (u8)length, .flags = (u8)flags, .at = at, .next = page->slot[at]
	};
	page->slot[at] = page->n;
	places->n++;
	return cell;
}

struct cell *places_find(struct places *places, u32 object, u32 thread, u64 address,
			 unsigned length, unsigned flags)
{
	struct page *page = places->last;
	u64 number = address >> SLOT_BITS;
	unsigned at = address % SLOTS, i, level = 0;
	size_t index;

	if (!page || page->number != number || page->object != object || page->thread != thread) {
		page = find_page(places, object, thread, number, 0, &index);
		places->last = page;
	}
	for (; page; page = find_page(places, object, thread, number, ++level, &index)) {
		for (i = page->slot[at]; i; i = page->cells[i - 1].next)
			if (page->cells[i - 1].length == length &&
			    page->cells[i - 1].flags == flags)
				return &page->cells[i - 1];
		if (page->n < CELLS_MAX)
			return add_cell(places, page, (u8)at, length, flags);
	}
	return NULL;
}

/* ---- Hints ---- */

bool places_same_page(u64 a, u64 b)
{
	return a >> SLOT_BITS == b >> SLOT_BITS;
}

void places_fetch_slot(const struct places *places, u32 object, u32 thread, u64 address)
{
	u64 hash = hash_of(places, object, thread, address >> SLOT_BITS, 0);

	if (places->table.slots)
		__builtin_prefetch(&places->table.slots[(u32)hash & places->table.mask]);
}

const struct page *places_fetch_page(const struct places *places, u32 object, u32 thread,
				     u64 address)
{
	u64 hash = hash_of(places, object, thread, address >> SLOT_BITS, 0);
	struct table_probe probe = table_probe(hash);
	const struct page *page;

	if (!table_next(&places->table, &probe))
		return NULL;
	page = page_at(places, probe.index);
	__builtin_prefetch(page);
	__builtin_prefetch((const u8 *)page + 64);
	return page;
}

void places_fetch_cell(const struct page *page, u64 address)
{
	u8 slot = page->slot[address % SLOTS];

	if (slot && slot <= page->n)
		__builtin_prefetch(&page->cells[slot - 1]);
}

s64 places_page(struct places *places, u32 object, u32 thread, u64 address)
{
	size_t index;

	return find_page(places, object, thread, address >> SLOT_BITS, 0, &index) ? (s64)index :
										    -ENOMEM;
}

/* ---- In order ---- */

struct page_key {
	u64 number;
	u32 object, thread, level, index;
};

static int compare_pages(const void *a, const void *b)
{
	const struct page_key *x = a, *y = b;

	if (x->object != y->object)
		return x->object < y->object ? -1 : 1;
	if (x->number != y->number)
		return x->number < y->number ? -1 : 1;
	if (x->thread != y->thread)
		return x->thread < y->thread ? -1 : 1;
	return x->level < y->level ? -1 : x->level > y->level;
}

int places_rank(const struct places *places, struct page_rank **ranks)
{
	struct page_key *keys = huge_alloc((places->n_pages + 1) * sizeof(*keys));
	struct page_rank *all = huge_alloc((places->n_pages + 1) * sizeof(*all));
	u32 rank = 0;
	size_t i;

	if (!keys || !all) {
		free(keys);
		free(all);
		return -ENOMEM;
	}
	for (i = 0; i < places->n_pages; i++) {
		const struct page *page = page_at(places, i);

		keys[i] = (struct page_key){ page->number, page->object, page->thread, page->level,
					     (u32)i };
	}
	qsort(keys, places->n_pages, sizeof(*keys), compare_pages);
	for (i = 0; i < places->n_pages; i++) {
		if (i &&
		    (keys[i].object != keys[i - 1].object || keys[i].number != keys[i - 1].number))
			rank++;
		all[i] = (struct page_rank){ keys[i].index, rank };
	}
	free(keys);
	*ranks = all;
	return 0;
}

static unsigned kind(const struct place *place)
{
	return (unsigned)place->length << 8 | place->flags;
}

/* Writes the places of one address of a page; before: how many of this address and thread are. */
static size_t give_slot(const struct page *page, unsigned at, struct place *to, size_t before)
{
	size_t n = 0, i;
	unsigned c;

	for (c = page->slot[at]; c; c = page->cells[c - 1].next) {
		const struct cell *cell = &page->cells[c - 1];
		struct place place = { .address = page->number << SLOT_BITS | at,
				       .executions = cell->executions,
				       .taken = cell->taken,
				       .object = page->object,
				       .thread = page->thread,
				       .length = cell->length,
				       .flags = cell->flags };

		/* There is nearly always one; several are put in order. */
		for (i = n++; i + before && kind(to + i - 1) > kind(&place); i--)
			to[i] = to[i - 1];
		to[i] = place;
	}
	return n;
}

/* Fetches the pages that come soon, and the cells of those that come next. */
static void fetch_ahead(const struct places *places, const struct page_rank *ranks, size_t i)
{
	const struct page *page;
	unsigned c;

	if (i + 12 < places->n_pages) {
		page = page_at(places, ranks[i + 12].page);
		__builtin_prefetch(page);
		__builtin_prefetch((const u8 *)page + 64);
	}
	if (i + 4 < places->n_pages) {
		page = page_at(places, ranks[i + 4].page);
		for (c = 0; c < page->n; c += 64 / sizeof(*page->cells))
			__builtin_prefetch(&page->cells[c]);
	}
}

void places_give(const struct places *places, const struct page_rank *ranks, struct place *to)
{
	size_t i, end, k;
	unsigned at;

	for (i = 0; i < places->n_pages; i = end) {
		for (end = i + 1; end < places->n_pages && ranks[end].rank == ranks[i].rank;)
			end++;
		fetch_ahead(places, ranks, end);
		for (at = 0; at < SLOTS; at++) {
			size_t before = 0, n;

			for (k = i; k < end; k++) {
				const struct page *page = page_at(places, ranks[k].page);

				if (!page->level)
					before = 0;
				n = page->slot[at] ? give_slot(page, at, to, before) : 0;
				to += n;
				before += n;
			}
		}
	}
}

void places_deinit(struct places *places)
{
	size_t i;

	for (i = 0; i < places->chunks; i++)
		free(places->chunk[i]);
	for (i = 0; i < places->blocks; i++)
		free(places->block[i]);
	free(places->chunk);
	free(places->block);
	table_deinit(&places->table);
}
