/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A unit of DWARF, mostly a source file: its line table and its functions with what was inlined in
 * them. The table and a list of the functions are read when the first address of the unit is asked
 * for, and what was inlined in a function when the first address of it is.
 */
#ifndef PMC_LIB_SYMBOLS_UNIT_H
#define PMC_LIB_SYMBOLS_UNIT_H

#ifdef PMC_LIBDW

#include <stdbool.h>

#include "lib/symbols/libdw.h"
#include "lib/symbols/spans.h"

struct pmc_line;
struct text;

/* A function, or an inlined instance of one in another. */
struct scope {
	Dwarf_Die die;
	uint32_t parent;  /* the scope that it is inlined in; SPANS_NONE: it is a function */
	const char *name; /* NULL: not asked for yet */
	bool linkage;	  /* the name is the linker's */
	unsigned file, line, column; /* where it was inlined: its file is one of call_files */
	struct spans *inner; /* of a function that was asked for: to what was inlined there */
};

/* The files of a unit's line table. A path is NULL until it is asked for. */
struct unit_files {
	Dwarf_Files *files;
	size_t n;
	const char **paths;
};

struct unit {
	Dwarf_Die die;	 /* the unit's own */
	Dwarf_Die inner; /* the same, or that of its .dwo file */
	bool is_read;
	bool is_whole; /* functions were read with all that is in them */
	Dwarf_Lines *lines;
	size_t n_lines;
	struct unit_files line_files, call_files; /* of lines, and of calls of inlined functions */
	bool names_are_linkage; /* as in C: a name in the source is the linker's */
	struct scope *scopes;
	size_t n_scopes, room;
	struct spans spans; /* to functions; to all scopes, if the unit is whole */
};

/* How much a file may make us read, so that one that contradicts itself does not keep us. */
struct unit_budget {
	uint64_t entries, ranges;
};

/* Reads lines and functions. 0 or -ENOMEM; what is damaged is as if it were missing. */
int unit_read(const struct libdw *dw, struct unit *unit, struct unit_budget *budget);
void unit_deinit(struct unit *unit);
/* The innermost scope of the address, or SPANS_NONE. Reads the function when it first has to. */
uint32_t unit_scope(const struct libdw *dw, struct unit *unit, struct unit_budget *budget,
		    uint64_t address);
/* The line of the address, without a function; its file is NULL when there is none. */
struct pmc_line unit_line(const struct libdw *dw, struct unit *unit, uint64_t address,
			  struct text *text);
/* The line where scope i was inlined. */
struct pmc_line unit_call(const struct libdw *dw, struct unit *unit, uint32_t i, struct text *text);
/* The name of scope i as DWARF gives it; NULL: none. */
const char *unit_scope_name(const struct libdw *dw, struct unit *unit, uint32_t i);

#endif
#endif
