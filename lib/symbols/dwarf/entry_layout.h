/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The layout of a kind: at which bytes its entries have what is wanted, if all of them have the
 * same size. So a number is read at once, and no attribute before it is looked at.
 */
#ifndef PMC_LIB_SYMBOLS_DWARF_ENTRY_LAYOUT_H
#define PMC_LIB_SYMBOLS_DWARF_ENTRY_LAYOUT_H

#ifdef PMC_LIBDW

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "lib/symbols/dwarf/entries.h"

/* Notes it for a kind whose fields are among the unit's. */
void entry_layout_learn(const struct entries_of_unit *unit, struct entry_kind *kind);

/* Does the entry have the layout of its kind? */
static inline bool entry_has_layout(const struct entries_of_unit *unit,
				    const struct entry_kind *kind, const uint8_t *p)
{
	const struct entry_layout *layout = &kind->layout;

	return layout->is_known && unit->end - p >= layout->size + (ptrdiff_t)sizeof(uint64_t) &&
	       (!layout->has_block || p[layout->block_at] == 1);
}

/* The number of this part; the entry's attributes begin at p. */
static inline uint64_t entry_read_part(const uint8_t *p, struct entry_part part)
{
	static const uint64_t mask[] = {
		0,	    UINT8_MAX,	      UINT16_MAX,	UINT32_MAX >> 8,
		UINT32_MAX, UINT64_MAX >> 24, UINT64_MAX >> 16, UINT64_MAX >> 8,
		UINT64_MAX
	};
	uint64_t value;

	memcpy(&value, p + part.at, sizeof(value));
	return value & mask[part.size];
}

#endif
#endif
