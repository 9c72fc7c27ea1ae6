/* SPDX-License-Identifier: BSD-2-Clause */
/* Names of C++ and Rust as their programmers write them. */
#ifndef PMC_LIB_SYMBOLS_DEMANGLE_DEMANGLE_H
#define PMC_LIB_SYMBOLS_DEMANGLE_DEMANGLE_H

#include <stddef.h>

struct text;

/*
 * The demangler of libstdc++, which is loaded when the first name needs it. It remembers names by
 * their addresses: DWARF refers to the name of an inlined function wherever it was inlined.
 */
struct demangler {
	void *library; /* NULL: not loaded */
	int tried;
	char *(*demangle)(const char *name, char *buffer, size_t *size, int *status);
	struct demangled {
		const char *name, *shown;
	} * known; /* a hash table */
	size_t n_known, slots;
};

/*
 * The name for users: demangled, if it can be, otherwise `name` itself. What stands behind an '@',
 * as in "_Z3foov@plt", stays. NULL: out of memory. Name and text have to live as long as the
 * demangler.
 */
const char *demangle(struct demangler *demangler, const char *name, struct text *text);
void demangler_deinit(struct demangler *demangler);

#endif
