/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * An index of names: a hash table of the generic events and of the events and unit masks of one
 * catalogue, in memory that the caller provides. Parsing without an index finds the same, row by
 * row.
 *
 * The hash ignores case. A name that it finds is always compared with the one that was asked for.
 */
#ifndef PMC_CORE_INDEX_H
#define PMC_CORE_INDEX_H

#include "core/event/generic.h"

struct catalogue;

struct index_slot {
	u32 hash; /* its lowest byte is the length of the name; 0: empty slot */
	u32 what; /* see index.c */
};

struct name_index {
	const struct catalogue *catalogue;
	const struct index_slot *slot;
	u32 mask; /* number of slots - 1; the number is a power of two */
};

/* The size in bytes of the table for a catalogue; it must be aligned as a u64. */
size_t pmc_index_size(const struct catalogue *c);
/* Fills `memory`, of pmc_index_size() bytes, and *index, which points into it. */
void pmc_index_build(struct name_index *index, void *memory, const struct catalogue *c);

/* What a name stands for. */
struct index_found {
	const struct event_row *generic; /* the generic event of exactly this name; or NULL */
	bool is_event;			 /* the catalogue has an event of this name … */
	u32 row;			 /* … and this is its first row */
};
void pmc_index_event(const struct name_index *index, const char *name, size_t len,
		     struct index_found *found);
/* The number of the row's unit mask of this name; -1: none. */
s32 pmc_index_umask(const struct name_index *index, u32 row, const char *name, size_t len);

#endif
