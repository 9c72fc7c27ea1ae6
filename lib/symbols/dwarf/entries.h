/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The entries of a unit of DWARF, one after another, with what tells where functions are and into
 * what they were inlined. libdw reads any attribute of any entry, and takes some hundred
 * nanoseconds for it; a large program has millions of entries, nearly all of which are types and
 * variables. So this learns what the entries of one abbreviation have in common (entry_kinds.h),
 * reads what is wanted (entry_layout.h, or else entry_values.h), and goes over the others
 * (leaves.h).
 */
#ifndef PMC_LIB_SYMBOLS_DWARF_ENTRIES_H
#define PMC_LIB_SYMBOLS_DWARF_ENTRIES_H

#ifdef PMC_LIBDW

#include <stdbool.h>
#include <stdint.h>

#include "lib/elfutils/libdw.h"
#include "lib/symbols/dwarf/abbreviations.h"
#include "lib/symbols/dwarf/entry_kind.h"
#include "lib/symbols/dwarf/sections.h"

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
 * Reads the entry at `at`, without file, line and column. 0; -EPROTO: it is none, or reaches out of
 * the unit; -ENOMEM.
 */
int entries_read(struct entries_of_unit *unit, const uint8_t *at, struct entry *entry);
/* The same with file, line and column. */
int entries_read_call(struct entries_of_unit *unit, const uint8_t *at, struct entry *entry);
/* Reads a function's name. False: only libdw can. */
bool entries_read_name(struct entries_of_unit *unit, const uint8_t *at, struct entry_name *name);

/* The entry of the unit at this offset; NULL: there is none. */
static inline const uint8_t *entries_at(const struct entries_of_unit *unit, uint64_t offset)
{
	return offset && offset < (uint64_t)(unit->end - unit->base) ? unit->base + offset : NULL;
}

/* The entry at `at` for libdw. */
Dwarf_Die entries_die(const struct entries_of_unit *unit, const uint8_t *at);

#endif
#endif
