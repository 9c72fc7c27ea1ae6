/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A unit of DWARF, mostly a source file: its functions (lib/symbols/dwarf/scopes.h) and its line
 * table, which is read when the first line is asked for.
 */
#ifndef PMC_LIB_SYMBOLS_DWARF_UNIT_H
#define PMC_LIB_SYMBOLS_DWARF_UNIT_H

#ifdef PMC_LIBDW

#include <stdbool.h>

#include "lib/elfutils/libdw.h"
#include "lib/symbols/dwarf/scopes.h"

struct pmc_line;
struct text;

/* The files of a unit's line table. A path is NULL until it is asked for. */
struct unit_files {
	Dwarf_Files *files;
	size_t n;
	const char **paths;
};

struct unit {
	Dwarf_Die die;	 /* the unit's own */
	Dwarf_Die inner; /* the same, or that of its .dwo file */
	bool is_placed;	 /* what says where it is was compared with what it says itself */
	struct scopes scopes;
	bool lines_read;
	Dwarf_Lines *lines;
	size_t n_lines;
	struct unit_files line_files, call_files; /* of lines, and of calls of inlined functions */
	bool language_known;
	bool names_are_linkage; /* as in C: a name in the source is the linker's */
};

void unit_deinit(struct unit *unit);
/*
 * The innermost scope of the address, or SPANS_NONE. Reads the functions when it first has to.
 * *within becomes narrower, up to where the answer holds; also below.
 */
uint32_t unit_scope(const struct libdw *dw, struct unit *unit, const struct sections *sections,
		    struct unit_budget *budget, uint64_t address, struct piece *within);
/* The name of scope i as DWARF gives it; NULL: none. *linkage: it is the linker's. */
const char *unit_scope_name(const struct libdw *dw, struct unit *unit, uint32_t i, bool *linkage);

/* Reads the line table, which the following need. 0 or -ENOMEM; damaged is as if missing. */
int unit_read_lines(const struct libdw *dw, struct unit *unit);
/* The line of the address, without a function; its file is NULL when there is none. */
struct pmc_line unit_line(const struct libdw *dw, struct unit *unit, uint64_t address,
			  struct text *text, struct piece *within);
/* The line where scope i was inlined. */
struct pmc_line unit_call(const struct libdw *dw, struct unit *unit, uint32_t i, struct text *text);

#endif
#endif
