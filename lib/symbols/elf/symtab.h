/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The functions of an object by address.
 *
 * Symbols are added in any order; symtab_close() sorts them and chooses one of several names of the
 * same function: global before local, then the one with the fewest underscores at its beginning,
 * then the shortest. A symbol without size reaches to the next one or to the end of its section,
 * but gives way to a symbol with a size that covers it.
 */
#ifndef PMC_LIB_SYMBOLS_ELF_SYMTAB_H
#define PMC_LIB_SYMBOLS_ELF_SYMTAB_H

#include <stdbool.h>

#include "lib/symbols/base/spans.h"

struct symtab_symbol {
	uint64_t start, end;
	const char *name;  /* as the linker knows it */
	const char *shown; /* for users; NULL: not asked for yet */
	uint8_t rank;	   /* SYMTAB_, the greatest is the best */
};

#define SYMTAB_GLOBAL	0x1
#define SYMTAB_FUNCTION 0x2 /* it says that it is a function */
#define SYMTAB_SIZED	0x4

struct symtab {
	struct symtab_symbol *symbols;
	size_t n, room;
	struct spans spans; /* to indices of symbols */
};

/* Adds a symbol. Without SYMTAB_SIZED, end is the latest that it may reach. 0 or -ENOMEM. */
int symtab_add(struct symtab *table, const struct symtab_symbol *symbol);
/* Sorts the symbols and removes other names. The symbols are by address then. 0 or -ENOMEM. */
int symtab_close(struct symtab *table);
/* Makes a closed table find. 0 or -ENOMEM. */
int symtab_index(struct symtab *table);
void symtab_deinit(struct symtab *table);

/* The symbol at the address in a table with an index; NULL: there is none. */
struct symtab_symbol *symtab_find(struct symtab *table, uint64_t address);
/* The same; makes *within narrower, up to where the answer holds. */
struct symtab_symbol *symtab_piece(struct symtab *table, uint64_t address, struct piece *within);
/* The same, or the one before the address: padding behind a function is taken for a part of it. */
struct symtab_symbol *symtab_find_before(struct symtab *table, uint64_t address);
/* The symbol that starts at the address, in a closed table; NULL: there is none. */
const struct symtab_symbol *symtab_start(const struct symtab *table, uint64_t address);

#endif
