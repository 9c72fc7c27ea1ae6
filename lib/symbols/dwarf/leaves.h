/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Leaves: entries that are gone over unread, with what lies in them, since nothing of them is
 * wanted. A table by code says how long they are.
 */
#ifndef PMC_LIB_SYMBOLS_DWARF_LEAVES_H
#define PMC_LIB_SYMBOLS_DWARF_LEAVES_H

#ifdef PMC_LIBDW

#include <stdbool.h>
#include <stdint.h>

#include "lib/symbols/dwarf/entries.h"

/* Codes from here on have two bytes. */
#define LEAF_CODES 128
/* No leaf whose blocks have lengths of one byte is longer. */
#define LONGEST_LEAF (3 * UINT8_MAX + 2 * 0x80)

/* How entries of the kind are gone over. No size: they are no leaves. */
struct entry_leaf leaves_find(const struct entries_of_unit *unit, const struct entry_kind *kind);
/* See leaves_over(); the entry at `at` is a leaf. */
const uint8_t *leaves_over_all(const struct entries_of_unit *unit, const uint8_t *at,
			       bool in_function, uint64_t *budget);

static inline bool leaves_is_one(const struct entries_of_unit *unit, const uint8_t *at,
				 bool in_function)
{
	return at < unit->leaves_end && unit->leaves[*at].size &&
	       !(in_function && unit->leaves[*at].is_type);
}

/*
 * Goes over entries, with what lies in them, that neither are functions with code nor hold such, up
 * to the first other one, or one that has to be read to be known. Takes their number off *budget.
 */
static inline const uint8_t *leaves_over(const struct entries_of_unit *unit, const uint8_t *at,
					 bool in_function, uint64_t *budget)
{
	return leaves_is_one(unit, at, in_function) ?
		       leaves_over_all(unit, at, in_function, budget) :
		       at;
}

#endif
#endif
