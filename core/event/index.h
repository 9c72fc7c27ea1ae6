/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * An index of names: the generic events, and the events and unit masks of one catalogue, in a hash table
 * whose memory the caller gives. Parsing without one finds the same, row by row.
 *
 * The hash takes upper and lower case for the same; whether a name is really the one that is asked for is
 * always compared.
 */
#ifndef PMC_CORE_INDEX_H
#define PMC_CORE_INDEX_H

#include "core/event/generic.h"

struct catalogue;

struct index_slot {
	u32 hash; /* its lowest byte is the length of the name; 0: empty slot */
	u32 what; /* index.c tells */
};

struct name_index {
	const struct catalogue *catalogue;
	const struct index_slot *slot;
	u32 mask; /* number of slots - 1, a power of two - 1 */
};

/* The bytes that the table of a catalogue needs, aligned as u64 is. */
size_t pmc_index_size(const struct catalogue *c);
/* Fill `memory` (pmc_index_size() bytes) and *index, which points into it. */
void pmc_index_build(struct name_index *index, void *memory, const struct catalogue *c);

/* What a name is. */
struct index_found {
	const struct event_row *generic; /* a generic event of this name, case and all; or NULL */
	bool is_event;			 /* there is an event of the catalogue … */
	u32 row;			 /* … the first of this name */
};
void pmc_index_event(const struct name_index *index, const char *name, size_t len,
		     struct index_found *found);
/* The number of the unit mask of a row; -1. */
s32 pmc_index_umask(const struct name_index *index, u32 row, const char *name, size_t len);

#endif
