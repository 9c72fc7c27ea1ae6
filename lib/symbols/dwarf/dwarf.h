/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The debug information of an object: the source line of an address and where its function was
 * inlined. Only units that have an address which was asked for are read.
 */
#ifndef PMC_LIB_SYMBOLS_DWARF_DWARF_H
#define PMC_LIB_SYMBOLS_DWARF_DWARF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/symbols/dwarf/scopes.h"

struct dwarf;
struct piece;
struct pmc_line;

/*
 * Opens the debug information of a file; `cache`: what is packed may come from the user's cache,
 * and goes there. Returns 0; -ENODATA: it has none; -ENOSYS: libdw is not there, or pmc was built
 * without it; -ENOMEM.
 */
int dwarf_open(const char *path, const char *symfs, bool cache, struct dwarf **dwarf);
void dwarf_close(struct dwarf *dwarf);
/* A sentence that says what -ENOSYS means here. */
const char *dwarf_missing(void);

/*
 * The lines of an address, the innermost first: at most n, the number of which it returns, or
 * -ENOMEM. Names of functions are the linker's, if they have such; otherwise plain is set to 1 in
 * the same element: the name is as in the source, without its namespace. *within becomes narrower,
 * up to where the answer holds.
 */
int dwarf_lines(struct dwarf *dwarf, uint64_t address, struct pmc_line *lines, uint8_t *plain,
		size_t n, struct piece *within);
/* The same without files and lines, which takes less time. */
int dwarf_functions(struct dwarf *dwarf, uint64_t address, struct pmc_line *lines, uint8_t *plain,
		    size_t n, struct piece *within);
/* The name of the innermost function that was inlined at the address, the linker's if it has one;
 * NULL: none was. */
const char *dwarf_inlined(struct dwarf *dwarf, uint64_t address, struct piece *within);
/*
 * Does all that it says stand in one file, and in the one that this file names by its build-id? Not
 * when there are .dwo files, or when the second one is missing.
 */
bool dwarf_is_complete(const struct dwarf *dwarf);

#ifdef PMC_LIBDW

/*
 * What follows is for several threads that ask about units, each about units of its own.
 * Begins; each thread may read this much.
 */
struct unit_budget dwarf_share(struct dwarf *dwarf, unsigned threads);
/* Ends. left: what the threads, so many, did not use. */
void dwarf_unshare(struct dwarf *dwarf, const struct unit_budget *left, unsigned threads);
/* The number of the unit of an address, or SPANS_NONE. Not while it is shared. */
uint32_t dwarf_unit(struct dwarf *dwarf, uint64_t address, struct piece *within);
/*
 * What dwarf_inlined() says of an address in unit number `unit`, with room for what is shown of it,
 * which is the same for all its instances; *within is dwarf_unit()'s. NULL: nothing was inlined.
 */
struct scope_name *dwarf_inlined_in(struct dwarf *dwarf, uint32_t unit, struct unit_budget *budget,
				    uint64_t address, struct piece *within);

#endif
#endif
