/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The functions of a unit of DWARF with what was inlined in them. A list of the functions is read
 * when the first address of the unit is asked for, and what was inlined in a function when the
 * first address of it is.
 */
#ifndef PMC_LIB_SYMBOLS_DWARF_SCOPES_H
#define PMC_LIB_SYMBOLS_DWARF_SCOPES_H

#ifdef PMC_LIBDW

#include <stdbool.h>
#include <stdint.h>

#include "lib/symbols/dwarf/entries.h"
#include "lib/symbols/dwarf/places.h"
#include "lib/symbols/dwarf/sections.h"
#include "lib/symbols/base/spans.h"

/*
 * A function, or an inlined instance of one in another. There are very many: entries are offsets in
 * the unit.
 */
struct scope {
	uint32_t entry;
	uint32_t origin; /* the entry of what was inlined, or 0 */
	uint32_t parent; /* the scope that it is inlined in; SPANS_NONE: a function */
	uint32_t inner;	 /* of a function that was asked for: its number + 1 among inner */
};

/* The name of an entry, once it was asked for. */
struct scope_name {
	const char *name;  /* NULL: it has none */
	const char *shown; /* what whoever asked has made of it, for the next time; or NULL */
	uint32_t entry;	   /* 0: the slot is empty */
	bool linkage;	   /* it is the linker's */
};

struct scopes {
	struct entries_of_unit entries;
	const struct sections *sections; /* of its file; NULL: they are libdw's to read */
	struct entry unit;		 /* its own entry, or nothing if libdw has to read it */
	uint64_t base;			 /* address of the unit, to which those are relative */
	bool is_read;
	bool is_whole;	 /* functions were read with all that is in them */
	bool is_partial; /* what was read does for places of the budget only */
	struct scope *scopes;
	size_t n, room;
	struct spans spans;  /* to functions; to all scopes, if they are whole */
	struct spans *inner; /* of functions: to what was inlined there */
	size_t n_inner, inner_room;
	struct scope_name *names; /* a hash table by entry */
	size_t n_names, slots;
};

/* How much a file may make us read, so that one that contradicts itself does not keep us. */
struct unit_budget {
	uint64_t entries, ranges;
	const struct places *places; /* no other address will be asked for; NULL: any may be */
	struct known_kinds *known;   /* what abbreviations the units had that were read so far */
};

/*
 * Prepares to read the unit of this DIE, unless that was done. sections: as below. False: its
 * entries cannot be read here.
 */
bool scopes_begin(struct scopes *scopes, const struct libdw *dw, const Dwarf_Die *unit,
		  const struct sections *sections);
/*
 * The ranges of addresses of the unit that scopes_begin() has prepared, their values 0: *n in
 * *list, which is the caller's to free. 0; -ENOSYS: libdw has to be asked; -ENOMEM.
 */
int scopes_of_unit(struct scopes *scopes, struct unit_budget *budget, struct span **list,
		   size_t *n);
/*
 * Reads the functions of the unit of this DIE. sections: those of its file, if its addresses and
 * names stand there, or NULL. 0 or -ENOMEM; what is damaged is as if missing.
 */
int scopes_read(struct scopes *scopes, const struct libdw *dw, const Dwarf_Die *unit,
		const struct sections *sections, struct unit_budget *budget);
void scopes_deinit(struct scopes *scopes);
/*
 * The innermost scope of the address, or SPANS_NONE; makes *within narrower, up to where it is
 * another one. Reads the function when it first has to.
 */
uint32_t scopes_find(struct scopes *scopes, struct unit_budget *budget, uint64_t address,
		     struct piece *within);
/* Where scope i was inlined: file, line, column of *call; the file is a number. */
void scopes_call(struct scopes *scopes, uint32_t i, struct entry *call);
/* The name of scope i as DWARF gives it, up to the next call; NULL: there is no memory. */
struct scope_name *scopes_name(struct scopes *scopes, uint32_t i);

#endif
#endif
