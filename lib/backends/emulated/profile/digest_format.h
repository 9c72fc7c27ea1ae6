/* SPDX-License-Identifier: BSD-2-Clause */
/* A digest (digest.h) in a file. */
#ifndef PMC_LIB_EMULATED_DIGEST_FORMAT_H
#define PMC_LIB_EMULATED_DIGEST_FORMAT_H

#include "core/base/types.h"

/* Another number for another layout, of struct site_taken, site, piece and way, too. */
#define DIGEST_MAGIC 0x36747365676964ull /* digest6 */

/*
 * Objects, names, pages, sites, ranges, pieces, ways, aparts and throughs follow. The object of a
 * page is its number here; n_objects: unknown. The last numbers of sites are those of the throughs'
 * edges, which ranges count behind their instructions.
 */
struct digest {
	u64 magic, n_pages, n_numbers, n_ranges, n_pieces, n_ways, n_aparts, n_throughs;
	u32 n_objects, names; /* names: bytes, a multiple of 8 */
	u64 sum;	      /* digest_sum() */
};
struct digest_object {
	u64 sum; /* objects_sum() */
	u32 name, name_size;
};
struct digest_apart {
	u64 target;
	u32 object; /* like a page's; UINT32_MAX: the target is unknown */
	u32 pad;
};
struct digest_through {
	u64 target;
	u32 object; /* as of an apart */
	u32 site;   /* with SPACE_TAKEN */
};

/* What follows, in order. */
enum digest_part {
	DIGEST_OBJECTS,
	DIGEST_NAMES,
	DIGEST_PAGES,
	DIGEST_SITES,
	DIGEST_RANGES,
	DIGEST_PIECES,
	DIGEST_WAYS,
	DIGEST_APARTS,
	DIGEST_THROUGHS,
	DIGEST_PARTS
};

#endif
