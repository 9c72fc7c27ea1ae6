/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Lists of ranges of addresses, in .debug_rnglists of DWARF 5 and .debug_ranges before it: an entry
 * that has several pieces of code refers to one. Of a large program most inlined functions do, and
 * libdw looks up the entry's attributes several times for each. What compilers write without an
 * index of addresses is read here; the rest is libdw's.
 */
#ifndef PMC_LIB_SYMBOLS_DWARF_RANGES_H
#define PMC_LIB_SYMBOLS_DWARF_RANGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/symbols/dwarf/sections.h"

/* Where one is in a list. */
struct ranges_cursor {
	const uint8_t *at, *end;
	uint64_t base; /* of addresses that are relative */
	uint8_t address_size;
	bool is_rnglist;
};

enum ranges_next {
	RANGES_ONE,
	RANGES_END,
	RANGES_ODD, /* what cannot be read here, or is damaged */
};

/* Goes to the list at an offset, for a unit of this version of DWARF with this base address. */
struct ranges_cursor ranges_begin(const struct sections *sections, unsigned version,
				  unsigned address_size, uint64_t base, uint64_t offset);
/* The next range of the list, from *start up to *stop; it may be empty, or none at all. */
enum ranges_next ranges_next(struct ranges_cursor *cursor, uint64_t *start, uint64_t *stop);

#endif
