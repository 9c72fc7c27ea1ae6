/* SPDX-License-Identifier: BSD-2-Clause */
/* Begins and ends the entries of a unit: where they lie, and how long addresses and offsets are. */
#ifndef PMC_LIB_SYMBOLS_DWARF_ENTRIES_BEGIN_H
#define PMC_LIB_SYMBOLS_DWARF_ENTRIES_BEGIN_H

#ifdef PMC_LIBDW

#include <stdbool.h>

#include "lib/elfutils/libdw.h"
#include "lib/symbols/dwarf/entries.h"
#include "lib/symbols/dwarf/sections.h"

/*
 * Prepares to read the unit of a DIE, its own. sections: those of its file, or NULL. False: its
 * header is not one that can be read.
 */
bool entries_begin(struct entries_of_unit *unit, const struct libdw *dw, const Dwarf_Die *die,
		   const struct sections *sections);
void entries_end(struct entries_of_unit *unit);

#endif
#endif
