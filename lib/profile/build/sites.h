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
	/*
	 * Of a branch: how far it goes, when its edge follows from its counts (branches.h); 0: the
	 * target is unknown.
	 */
	s32 to;
	u8 at; /* its address in the page */
	u8 length, flags;
	bool apart : 1; /* the table of edges says more on it */
	bool many : 1;	/* it goes to many places, which are not told */
	bool again : 1; /* an older one has the same address: sites_older() */
};
/* The same of sites that were not taken from a file. */
struct site_more {
	u32 page;
	u32 next; /* the number of another one at the address; 0: none */
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
/*
 * Sites as a file may keep them: page after page, in the order of objects and addresses, and in a
 * page in that of addresses, lengths and flags. Their numbers are those that they get here. What
 * has no length is no site: the second number of a conditional branch, or one that is left free
 * (sites_number_from()). Of others at an address the number before is the next one.
 */
struct site_taken {
	u64 number;
	u32 object;
	u32 first; /* the number of its first site */
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
	struct site *all;	/* by number; the first one is unused */
	struct site_more *more; /* by number - taken */
	size_t n, room, more_room;
	size_t taken; /* numbers below it were taken from a file */
	/* The first pages are those that were taken. Few are wanted as a struct site_page: */
	struct site_taken *page;
	struct site_page **made; /* each of those, or NULL */
	size_t n_taken;
	struct site_page **chunk; /* of the others */
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

/* A page as it is; NULL: it was taken, and nobody has wanted it yet. */
static inline struct site_page *sites_page_made(const struct sites *sites, size_t i)
{
	if (i < sites->n_taken)
		return sites->made[i];
	i -= sites->n_taken;
	return &sites->chunk[i >> SITES_CHUNK_BITS][i & ((1u << SITES_CHUNK_BITS) - 1)];
}

/* The same; NULL: there is no memory. */
struct site_page *sites_page_at(struct sites *sites, size_t i);
/* The page to look at, in `copy` if need be. */
const struct site_page *sites_look(const struct sites *sites, size_t i, struct site_page *copy);
/* Of a page, the object. */
u32 *sites_page_object(const struct sites *sites, size_t i);
/* The page of a site. */
u32 sites_page_of(const struct sites *sites, u32 number);
/* Another site at the address, an older one; 0: none. */
u32 sites_older(const struct sites *sites, u32 number);

/* The newest site at an address of the page; 0: none. */
static inline u32 sites_at(const struct sites *sites, const struct site_page *page, unsigned at)
{
	unsigned near = page->near[at];

	if (near == SITE_FAR)
		return sites->far[page->far - 1].site[at];
	return near ? page->first + near - 1 : 0;
}

/* The address of a site, and its object. */
u64 sites_address(const struct sites *sites, u32 number);
u32 sites_object(const struct sites *sites, u32 number);

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

/* While there are no sites, makes room for so many pages and numbers of a file: for the caller to
 * fill `page` and `all`. 0 or -ENOMEM. */
int sites_expect(struct sites *sites, size_t pages, size_t numbers);
/* Takes these in. Objects must be those of the builder, below that number. 0 or -EPROTO: they are
 * not in order, or contradict themselves. */
int sites_take(struct sites *sites, size_t pages, size_t numbers, u32 objects);
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
