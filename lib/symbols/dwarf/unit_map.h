/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The units of a file, and which of them an address is in. What a unit says of its addresses stands
 * behind all of its abbreviations, which take long to read; .debug_aranges says the same for all
 * units. So that is asked first, and only units that it does not name are read. Each unit that has
 * an address which was asked for, or is beside a gap with one, is then compared with it: once they
 * differ, the units alone count.
 */
#ifndef PMC_LIB_SYMBOLS_DWARF_UNIT_MAP_H
#define PMC_LIB_SYMBOLS_DWARF_UNIT_MAP_H

#ifdef PMC_LIBDW

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/symbols/base/spans.h"
#include "lib/symbols/dwarf/unit.h"

struct unit_map {
	const struct libdw *dw;
	struct unit *units; /* in the order of the file */
	size_t n, room;
	struct spans spans;  /* to units */
	struct span *listed; /* what .debug_aranges says, by unit; NULL: it does not count */
	uint32_t *first;     /* of each unit, and of one more: its first range there */
	const struct sections *sections;
	struct unit_budget *budget;
	bool is_split; /* some units are in files of their own */
};

/* Finds the units. All pointers stay the caller's. 0 or -ENOMEM; unit_map_deinit() follows. */
int unit_map_init(struct unit_map *map, const struct libdw *dw, Dwarf *dwarf,
		  const struct sections *sections, struct unit_budget *budget);
void unit_map_deinit(struct unit_map *map);
/* The unit of the address, or NULL. *within becomes narrower, up to where it is another one. */
struct unit *unit_map_find(struct unit_map *map, uint64_t address, struct piece *within);

#endif
#endif
