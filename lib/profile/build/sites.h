/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Instructions while a profile is built. Each object, address, length and flags has a number, under
 * which each thread counts (counts.h). Numbers come in the order of the calls, so the instructions
 * of a trace have numbers close to each other.
 */
#ifndef PMC_LIB_PROFILE_SITES_H
#define PMC_LIB_PROFILE_SITES_H

#include <pmc/profile.h>

#include "lib/profile/build/counts.h"
#include "lib/profile/build/table.h"

/* So many addresses make up a page. */
#define SITE_BITS 6
#define SITE_PAGE (1u << SITE_BITS)
#define SITES_MAX (1u << 30) /* numbers are below it */

struct site {
	u32 page;
	u32 next; /* the number of another one at the address; 0: none */
	/* From here on it is as in struct site_kept. */
	/*
	 * Of a branch: how far it goes, when its edge follows from its counts (branches.h); 0: the
	 * target is unknown.
	 */
	s32 to;
	u8 at; /* its address in the page */
	u8 length, flags;
	bool apart : 1; /* the table of edges says more on it */
	bool many : 1;	/* it goes to many places, which are not told */
};
struct site_page {
	u64 number;
	u64 used; /* a bit for each address that has a site */
	u32 object, index;
	u32 first; /* the number of the site that it got first */
	u32 far;   /* in struct sites, plus 1, if there is a SITE_FAR; 0: none */
	/* The sites' numbers less the first one, plus 1; 0: none. Most sites of a page come
	 * together. */
	u16 near[SITE_PAGE];
};
#define SITE_FAR 0xffffu /* what is no u16, it stands elsewhere */
struct site_far {
	u32 site[SITE_PAGE];
};
/* Pages that were taken from a file: of one object, by their numbers. */
struct site_range {
	u32 object;
	u32 first, end; /* pages */
};
#define SITES_RECENT 1024u
/* All zero but for the seed: without sites. */
struct sites {
	u64 seed;
	struct site *all; /* by number; the first one is unused */
	size_t n, room;
	struct site_page **chunk;
	size_t n_pages, chunks, chunks_room;
	u8 **slab; /* the memory of chunks, and what is left of the last one */
	size_t slabs, slabs_room, slab_left;
	u8 *slab_free;
	struct site_page *last;
	/* Pages that were wanted lately, by their numbers: code comes back to where it was. */
	struct site_page *recent[SITES_RECENT];
	struct table table; /* of pages that are in no range */
	struct site_range *range;
	size_t n_ranges, ranges_room;
	struct site_far *far;
	size_t n_far, far_room;
};

#define SITES_CHUNK_BITS 11 /* pages in a chunk */

static inline struct site_page *sites_page_at(const struct sites *sites, size_t i)
{
	return &sites->chunk[i >> SITES_CHUNK_BITS][i & ((1u << SITES_CHUNK_BITS) - 1)];
}

/* The newest site at an address of the page; 0: none. */
static inline u32 sites_at(const struct sites *sites, const struct site_page *page, unsigned at)
{
	unsigned near = page->near[at];

	if (near == SITE_FAR)
		return sites->far[page->far - 1].site[at];
	return near ? page->first + near - 1 : 0;
}

/* The address of a site. */
static inline u64 sites_address(const struct sites *sites, u32 number)
{
	const struct site *site = &sites->all[number];

	return sites_page_at(sites, site->page)->number << SITE_BITS | site->at;
}

static inline u32 sites_object(const struct sites *sites, u32 number)
{
	return sites_page_at(sites, sites->all[number].page)->object;
}

/* Adds an instruction at an address of the page. Returns its number; 0: there is no memory. */
u32 sites_add(struct sites *sites, struct site_page *page, unsigned at, unsigned length,
	      unsigned flags);
/* What sites_find() does when the instruction is not the first one that it looks at. */
u32 sites_search(struct sites *sites, u32 object, u64 address, unsigned length, unsigned flags);

/*
 * Finds or adds an instruction. Returns its number; 0: there is no memory. A conditional branch has
 * two numbers: the next one counts how often it was taken.
 */
static inline u32 sites_find(struct sites *sites, u32 object, u64 address, unsigned length,
			     unsigned flags)
{
	struct site_page *page = sites->last;
	u32 number;

	if (page && page->number == address >> SITE_BITS && page->object == object) {
		number = sites_at(sites, page, address % SITE_PAGE);
		if (!number)
			return sites_add(sites, page, address % SITE_PAGE, length, flags);
		if (sites->all[number].length == length && sites->all[number].flags == flags)
			return number;
	}
	return sites_search(sites, object, address, length, flags);
}

/*
 * Sites as a file may keep them: page after page, in the order of objects and addresses, and in a
 * page in that of addresses, lengths and flags. Their numbers follow from this order.
 */
struct site_kept {
	s32 to;
	u8 at, length, flags;
	u8 bits; /* apart, many */
};
/* Takes a page of them in, which must not be there yet. 0, -ENOMEM, or -EPROTO: they are not in
 * order, or contradict themselves. */
int sites_take(struct sites *sites, u32 object, u64 number, const struct site_kept *kept, size_t n);
/* Makes room for so many pages and numbers while there are none. 0 or -ENOMEM. */
int sites_expect(struct sites *sites, size_t pages, size_t numbers);
/* How it is kept. */
struct site_kept sites_keep(const struct site *site);
/* The number that a site with these flags gets if n is the first free one: both counts of a
 * conditional branch lie beside each other in a block (counts.h). */
static inline u32 sites_number_from(size_t n, unsigned flags)
{
	return (u32)n + (flags & PMC_PLACE_COND && n % COUNTS_BLOCK == COUNTS_BLOCK - 1);
}

/* The site at an address that follows this one (0: none) in the order of length and flags; 0: none.
 * first: the newest one there. */
u32 sites_next_kind(const struct sites *sites, u32 first, u32 after);

/* A number under which something else is counted; 0: there is no memory. */
u32 sites_number(struct sites *sites);
/* The number of an address's page, which need not have sites; -ENOMEM. */
s64 sites_page(struct sites *sites, u32 object, u64 address);
/* Page numbers in the order of objects and addresses, for free(3). NULL: there is no memory. */
u32 *sites_sorted_pages(const struct sites *sites);
void sites_deinit(struct sites *sites);

#endif
