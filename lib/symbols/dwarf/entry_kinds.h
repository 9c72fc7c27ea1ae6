/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The kinds of entries of a unit, by code. What an abbreviation says is learned when its first
 * entry is read: from what other units had, from the table of abbreviations, or else from libdw.
 */
#ifndef PMC_LIB_SYMBOLS_DWARF_ENTRY_KINDS_H
#define PMC_LIB_SYMBOLS_DWARF_ENTRY_KINDS_H

#ifdef PMC_LIBDW

#include <stdint.h>

#include "lib/symbols/dwarf/entries.h"

/* The slot of the code: its own, or an empty one. */
static inline struct entry_kind *entry_kinds_slot(struct entries_of_unit *unit, uint64_t code)
{
	size_t i = code & (unit->slots - 1);

	while (unit->kinds[i].code && unit->kinds[i].code != code)
		i = (i + 1) & (unit->slots - 1);
	return &unit->kinds[i];
}

/* Makes room for more kinds. 0 or -ENOMEM. */
int entry_kinds_grow(struct entries_of_unit *unit);
/* Finds out what the abbreviation of the entry at `at` is, whose code is new. 0 or -errno. */
int entry_kinds_learn(struct entries_of_unit *unit, const uint8_t *at, uint64_t code);

/* The kind of an entry with this code; learns it if it is new. NULL: *error says why. */
static inline const struct entry_kind *entry_kinds_of(struct entries_of_unit *unit,
						      const uint8_t *at, uint64_t code, int *error)
{
	const struct entry_kind *kind = entry_kinds_slot(unit, code);

	if (kind->code)
		return kind;
	*error = entry_kinds_learn(unit, at, code);
	return *error ? NULL : entry_kinds_slot(unit, code);
}

#endif
#endif
