/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What an abbreviation says of its entries: which attributes they have, at which bytes those stand
 * that are wanted, and how long entries are that are only gone over.
 */
#ifndef PMC_LIB_SYMBOLS_DWARF_ENTRY_KIND_H
#define PMC_LIB_SYMBOLS_DWARF_ENTRY_KIND_H

#ifdef PMC_LIBDW

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A number in an entry: so many bytes behind the code. size 0: entries have none; it is 0. */
struct entry_part {
	uint8_t at, size;
};

/*
 * Where the numbers are that are wanted of entries that all have the same size; or, with a block,
 * of those whose block has one byte, as what says where a function's frame is nearly always has.
 */
struct entry_layout {
	bool is_known;
	bool has_block;	     /* … whose length, of one byte, … */
	uint8_t block_at;    /* … stands so many bytes behind the code */
	uint8_t size;	     /* without the code */
	bool has_plain_name; /* a name, if it has one, is in .debug_str, an origin in the unit */
	struct entry_part low, high, ranges, origin, sibling;
	struct entry_part name, linkage_name, specification;
};

/* What the forms of an entry's attributes say of its code; nearly always those of its kind. */
struct entry_traits {
	bool has_code;	   /* it has an address or ranges */
	bool has_low;	   /* it has an address, low */
	bool is_plain;	   /* its code is from low to high, and no more */
	bool is_empty;	   /* the same, but high is not above low */
	bool has_length;   /* high is a length; entries_read() makes an address of it */
	bool has_odd_high; /* high cannot be read here */
	bool has_list;	   /* it has a list of ranges */
	bool has_ranges;   /* … at the offset `ranges` (lib/symbols/dwarf/ranges.h) */
};

/* What entries of one abbreviation have in common. */
struct entry_kind {
	uint64_t code; /* 0: not known yet */
	unsigned tag;
	bool has_children;
	struct entry_traits traits; /* if the layout is known */
	struct entry_layout layout;
	unsigned n;
	size_t first; /* of its fields among the unit's */
};

/*
 * Entries that are gone over, since nothing in them or below them is wanted: `size` bytes with the
 * code; then blocks with a length in LEB128 and so many bytes behind each.
 */
struct entry_leaf {
	uint8_t size; /* 0: entries of this code are others, or are not known yet */
	uint8_t n_blocks, rest[2];
	/* So many bytes behind the code's stand the four that say what follows its children. */
	uint8_t sibling; /* 0: it has no children */
	bool is_type;	 /* which may hold functions if it is in one itself */
	bool is_odd;	 /* it has blocks or children */
	uint8_t unused;	 /* a power of two is faster to find */
};

#endif
#endif
