/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads the values of an entry's attributes one after the other, and takes those that are wanted.
 * This is the way for entries of any form; most have a layout (entry_layout.h), which is faster.
 */
#ifndef PMC_LIB_SYMBOLS_DWARF_ENTRY_VALUES_H
#define PMC_LIB_SYMBOLS_DWARF_ENTRY_VALUES_H

#ifdef PMC_LIBDW

#include <stdbool.h>
#include <stdint.h>

#include "lib/symbols/dwarf/entries.h"
#include "lib/symbols/dwarf/entry_field.h"

/* Takes the value of an attribute that is wanted. */
void entry_take(const struct entries_of_unit *unit, const struct entry_field *field, uint64_t value,
		struct entry *entry);
/*
 * Reads the attributes of an entry of this kind, the first of which stands at p; call: also where
 * it was inlined. The byte behind them; NULL: one reaches out of the unit.
 */
const uint8_t *entry_read_fields(const struct entries_of_unit *unit, const struct entry_kind *kind,
				 const uint8_t *p, bool call, struct entry *entry);

#endif
#endif
