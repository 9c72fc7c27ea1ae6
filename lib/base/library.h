/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Shared libraries that are loaded when something first needs them. A program that is linked
 * statically can load none.
 */
#ifndef PMC_LIB_LIBRARY_H
#define PMC_LIB_LIBRARY_H

#include <stdbool.h>

/* Loads a library by its soname; NULL: it is not here. `stay`: library_close() leaves it loaded. */
void *library_open(const char *soname, bool stay);
void library_close(void *library);
/* The address of a function; NULL: it has none of this name. */
void *library_function(void *library, const char *name);

#endif
