/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The functions of a profile. Places are sorted by object and address, so that one pass over them
 * asks for each function's symbol once.
 */
#ifndef PMC_CLI_PROFILE_FUNCTIONS_H
#define PMC_CLI_PROFILE_FUNCTIONS_H

#include "cli/profile/entries.h"
#include "cli/ui/options.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct pmc_line;
struct pmc_profile;
struct pmc_symbols;

#define FUNCTION_NONE (~0u)

/* How functions and lines are looked up. */
struct symbol_options {
	bool linkage, no_cache;
	const char *symfs; /* or NULL */
};

/* Rows of a table of options; o is a struct symbol_options. */
/* clang-format off */
#define SYMBOL_OPTIONS(o) \
	{ 0, "linkage-names", OPTION_FLAG, &(o)->linkage, NULL, \
	  "show C++ and Rust functions as the linker knows them" }, \
	{ 0, "symfs", OPTION_TEXT, &(o)->symfs, "DIRECTORY", \
	  "look up objects below this directory" }, \
	{ 0, "no-cache", OPTION_FLAG, &(o)->no_cache, NULL, \
	  "neither use nor keep functions and lines in the cache of symbols" }
/* clang-format on */

struct function {
	unsigned object;
	/* The end is not part of it. UINT64_MAX and 0: no name is known. */
	uint64_t start, end;
	const char *name; /* it belongs to the symbols; NULL: unknown */
	bool nameless;	  /* the name is its address */
};

struct functions {
	const struct pmc_profile *profile;
	struct pmc_symbols *symbols;
	int *object; /* the index in the symbols for each object of the profile; -1: none */
	/*
	 * Why there are no symbols, and no lines, for each object; NULL: nothing is missing so far.
	 */
	char **why, **why_lines;
	bool *asked_lines;
	struct function *function;
	unsigned n, room;
	/* A hash table of numbers + 1, by object and start. */
	unsigned *slot;
	size_t slots, n_objects;
	/* Functions without a name are told apart by the calls to them, and named by address. */
	bool split, entries_known;
	const struct pmc_profile *other; /* to compare with; NULL: none */
	struct entries entries;
	char **address_name;
	size_t n_address_names, address_name_room;
	/* What was found last, and from where to where it is the answer. */
	struct functions_last {
		unsigned function; /* FUNCTION_NONE: nothing was */
		unsigned object;
		uint64_t start, end; /* the end is not part of it */
	} last;
};

/* Returns 0 or -ENOMEM. */
int functions_init(struct functions *functions, const struct pmc_profile *profile,
		   const struct symbol_options *options);
void functions_deinit(struct functions *functions);

/*
 * The function at the address; addresses without a name share one function in each object.
 * FUNCTION_NONE: there is no memory. It is quick when it is asked for ascending addresses.
 */
unsigned functions_find(struct functions *functions, unsigned object, uint64_t address);

/*
 * The source line of the address, as pmc_symbols_lines() gives it. Returns how many there are; 0:
 * none are known.
 */
int functions_lines(struct functions *functions, unsigned object, uint64_t address,
		    struct pmc_line *lines, size_t n);

/*
 * The name of the innermost function that was inlined at the address, which belongs to the symbols.
 * NULL: none was. It is quicker than functions_lines(). *last: up to this address it is the same.
 */
const char *functions_inlined(struct functions *functions, unsigned object, uint64_t address,
			      uint64_t *last);

/* Finds out at once what is inlined at all places. Otherwise it is found out as it is asked for. */
void functions_prepare_inlined(struct functions *functions);

/* The object's index in the symbols; -1: it has none. */
int functions_object(struct functions *functions, unsigned object);

#endif
