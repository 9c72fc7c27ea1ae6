/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The table of abbreviations of a unit of DWARF. libdw looks each of them up in a way that takes
 * 2,000 instructions, and a large program has a hundred thousand. This reads tables whose codes are
 * 1, 2, 3 …, as all compilers write them; others are left to libdw.
 */
#ifndef PMC_LIB_SYMBOLS_DWARF_ABBREVIATIONS_H
#define PMC_LIB_SYMBOLS_DWARF_ABBREVIATIONS_H

#ifdef PMC_LIBDW

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/symbols/dwarf/sections.h"

struct abbreviations {
	const uint8_t *begin, *end; /* NULL: there is no table that can be read here */
	const uint8_t *next;	    /* the first abbreviation that was not gone over */
	uint32_t *offsets; /* from the beginning, of those that were, in the order of codes */
	size_t n, room;
};

/* An abbreviation, and those of its attributes that are still to be read. */
struct abbreviation {
	uint16_t tag;
	bool has_children;
	const uint8_t *bytes;	 /* all of it but its code */
	const uint8_t *at, *end; /* what is left of them */
};

struct abbreviation_attribute {
	uint16_t attribute, form;
	int64_t constant; /* of DW_FORM_implicit_const */
};

/* The table at this offset in .debug_abbrev. */
void abbreviations_begin(struct abbreviations *table, const struct section *section,
			 uint64_t offset);
void abbreviations_end(struct abbreviations *table);
/* Finds the abbreviation with this code. False: only libdw can say whether there is one. */
bool abbreviations_find(struct abbreviations *table, uint64_t code, struct abbreviation *found);
/* Reads the next attribute. False: there is none. */
bool abbreviation_next(struct abbreviation *abbreviation, struct abbreviation_attribute *next);

#endif
#endif
