/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What abbreviations say that were read for one unit, for those of other units that say the same:
 * nearly all do. One thread's, of one file.
 */
#ifndef PMC_LIB_SYMBOLS_DWARF_KNOWN_KINDS_H
#define PMC_LIB_SYMBOLS_DWARF_KNOWN_KINDS_H

#ifdef PMC_LIBDW

#include "lib/symbols/dwarf/entries.h"

struct known_kind {
	const uint8_t *bytes; /* of the abbreviation, without its code; they stay as they are */
	size_t n_bytes;
	struct entry_kind kind; /* its fields begin at `first` among those of the known kinds */
	struct entry_leaf leaf; /* if it had a code that leaves may have */
};

struct known_kinds {
	struct known_kind *all; /* a hash table; no bytes: the slot is empty */
	size_t n, slots;
	struct entry_field *fields;
	size_t n_fields, fields_room;
	uint8_t address_size, offset_size; /* of the units whose abbreviations these are */
	uint16_t version;
};

void known_kinds_deinit(struct known_kinds *known);
/*
 * The abbreviation with these bytes, or a slot to keep it in, which has no bytes; NULL: there is no
 * memory, or the unit is of another sort than the first one.
 */
struct known_kind *known_kinds_find(struct known_kinds *known, const struct entries_of_unit *unit,
				    const uint8_t *bytes, size_t n);
/* Keeps a kind of the unit in the slot, if there is memory. */
void known_kinds_keep(struct known_kinds *known, struct known_kind *slot,
		      const struct entries_of_unit *unit, const struct entry_kind *kind,
		      const struct entry_leaf *leaf, const uint8_t *bytes, size_t n);

#endif
#endif
