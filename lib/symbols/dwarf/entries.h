/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The entries of a unit of DWARF, one after another, with what tells where functions are and into
 * what they were inlined. libdw reads any attribute of any entry, and takes some hundred
 * nanoseconds for it; a large program has millions of entries, nearly all of which are types and
 * variables. So this looks up how long entries of one abbreviation are, and goes over them.
 */
#ifndef PMC_LIB_SYMBOLS_DWARF_ENTRIES_H
#define PMC_LIB_SYMBOLS_DWARF_ENTRIES_H

#ifdef PMC_LIBDW

#include <stdbool.h>
#include <stdint.h>

#include "lib/elfutils/libdw.h"
#include "lib/symbols/dwarf/abbreviations.h"
#include "lib/symbols/dwarf/sections.h"

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

/* The entries of a unit. */
struct entries_of_unit {
	const struct libdw *dw;
	Dwarf_Die die;		    /* the unit's own */
	const uint8_t *begin, *end; /* of its bytes, behind the header */
	uint8_t address_size, offset_size;
	uint16_t version;
	const uint8_t *base; /* the first byte of the header: references count from here */
	struct abbreviations abbreviations;
	struct known_kinds *known; /* those of other units, while there are such; or NULL */
	struct entry_kind *kinds;  /* a hash table by code */
	size_t n_kinds, slots;
	const uint8_t *leaves_end; /* from here on nothing is gone over as a leaf */
	/* By code. Compilers give frequent abbreviations codes of one byte, which are below 128. */
	struct entry_leaf leaves[UINT8_MAX + 1];
	struct entry_field *fields; /* of all kinds */
	size_t n_fields, fields_room;
};

struct entry {
	unsigned tag; /* 0: no entry, but the end of those that lie in one */
	bool has_children;
	struct entry_traits code;
	uint64_t low, high, ranges;
	uint64_t file, line, column; /* where it was inlined; 0: unknown */
	const uint8_t *origin;	     /* the entry in this unit that it is an instance of, or NULL */
	const uint8_t *next;	     /* the byte behind the entry */
	const uint8_t *sibling;	     /* the entry behind its children, or NULL */
};

/* What an entry says of its name. */
struct entry_name {
	bool has_name, has_linkage_name;
	uint64_t name, linkage_name; /* offsets in .debug_str */
	const uint8_t *origin;	     /* the entry that says the rest, or NULL */
};

/*
 * Prepares to read the unit of a DIE, its own. sections: those of its file, or NULL. False: its
 * header is not one that can be read.
 */
bool entries_begin(struct entries_of_unit *unit, const struct libdw *dw, const Dwarf_Die *die,
		   const struct sections *sections);
void entries_end(struct entries_of_unit *unit);
/*
 * Reads the entry at `at`, without file, line and column. 0; -EPROTO: it is none, or reaches out of
 * the unit; -ENOMEM.
 */
int entries_read(struct entries_of_unit *unit, const uint8_t *at, struct entry *entry);
/* The same with file, line and column. */
int entries_read_call(struct entries_of_unit *unit, const uint8_t *at, struct entry *entry);
/* Reads a function's name. False: only libdw can. */
bool entries_read_name(struct entries_of_unit *unit, const uint8_t *at, struct entry_name *name);
/* May there be functions in an entry of this kind? In classes only if these are a function's. */
bool entries_hold_functions(unsigned tag, bool in_function);
/* See below; the entry at `at` is one. */
const uint8_t *entries_over_leaf(const struct entries_of_unit *unit, const uint8_t *at,
				 bool in_function, uint64_t *budget);

static inline bool entries_is_leaf(const struct entries_of_unit *unit, const uint8_t *at,
				   bool in_function)
{
	return at < unit->leaves_end && unit->leaves[*at].size &&
	       !(in_function && unit->leaves[*at].is_type);
}

/*
 * Goes over entries, with what lies in them, that neither are functions with code nor hold such, up
 * to the first other one, or one that has to be read to be known. Takes their number off *budget.
 */
static inline const uint8_t *entries_over_leaves(const struct entries_of_unit *unit,
						 const uint8_t *at, bool in_function,
						 uint64_t *budget)
{
	return entries_is_leaf(unit, at, in_function) ?
		       entries_over_leaf(unit, at, in_function, budget) :
		       at;
}

/* The entry at `at` for libdw. */
Dwarf_Die entries_die(const struct entries_of_unit *unit, const uint8_t *at);

#endif
#endif
