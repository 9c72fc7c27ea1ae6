/* SPDX-License-Identifier: BSD-2-Clause */
/* An object with code: its symbols, its debug information, its bytes. */
#ifndef PMC_LIB_SYMBOLS_OBJECT_H
#define PMC_LIB_SYMBOLS_OBJECT_H

#include <stdbool.h>

#include "lib/symbols/cache/cache.h"
#include "lib/symbols/demangle/demangle.h"
#include "lib/symbols/elf/elf.h"
#include "lib/symbols/base/file.h"
#include "lib/symbols/elf/symtab.h"
#include "lib/symbols/base/text.h"

struct dwarf;
struct pmc_diag;
struct pmc_line;
struct pmc_symbol;

/* What the objects of a struct pmc_symbols share. */
struct object_options {
	char *symfs;  /* "" or a folder without a slash at its end */
	bool linkage; /* do not demangle */
	bool lines;   /* with debug information */
	bool cache;   /* with the user's cache */
	struct demangler demangler;
};

/* A line that the profile gives for a function from an address on. */
struct object_line {
	uint64_t start;
	size_t symbol; /* the function's index in the table */
	const char *file;
	unsigned line;
};

struct object {
	char *key;		 /* its path; of names from a profile: another word */
	struct file file, debug; /* debug.bytes NULL: no separate file */
	struct elf elf, debug_elf;
	bool table_read;
	struct symtab table;
	struct object_line *lines; /* of names from a profile: by symbol and start; or NULL */
	size_t n_lines;
	struct dwarf *dwarf;
	int dwarf_error; /* why there is none; 0: not asked for yet, or it is there */
	struct text text;
	struct cache cache;
};

/* Opens the file, and finds its debug file. Errors: pmc_symbols_object()'s. */
int object_open(const struct object_options *options, const char *path, struct object *object,
		struct pmc_diag *diag);
void object_close(struct object *object);

/* Compares the build-id of an open object. 0 or -ESTALE. */
int object_check(const struct object *object, const uint8_t *build_id, size_t size,
		 struct pmc_diag *diag);
/* Does the cache have answers from debug information? */
bool object_has_answers(const struct object *object);
/* Opens the debug information, if that was not done. Errors: pmc_symbols_check_lines()'s. */
int object_debug(const struct object_options *options, struct object *object,
		 struct pmc_diag *diag);

/* The functions of the object, which are read when they are first asked for. 0 or -ENOMEM. */
int object_table(struct object *object);
/* The symbol as users see it. 0 or -ENOMEM. */
int object_symbol(struct object_options *options, struct object *object, struct symtab_symbol *s,
		  struct pmc_symbol *symbol);
/* What pmc_symbols_find() returns. */
int object_find(struct object_options *options, struct object *object, uint64_t address,
		struct pmc_symbol *symbol);
/* What pmc_symbols_lines() returns, and without files what pmc_symbols_functions() does. */
int object_lines(struct object_options *options, struct object *object, uint64_t address,
		 bool files, struct pmc_line *lines, size_t n);
/* What pmc_symbols_inlined() returns. */
int object_inlined(struct object_options *options, struct object *object, uint64_t address,
		   const char **name, uint64_t *last);

#endif
