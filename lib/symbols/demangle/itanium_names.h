/* SPDX-License-Identifier: BSD-2-Clause */
/* Names of functions and classes in mangled names. */
#ifndef PMC_LIB_SYMBOLS_DEMANGLE_ITANIUM_NAMES_H
#define PMC_LIB_SYMBOLS_DEMANGLE_ITANIUM_NAMES_H

#include <stdbool.h>
#include <stdint.h>

struct name;
struct piece_of_text;
struct state;

/* name begins as zeros, but for `keep`. */
bool itanium_name(struct state *s, struct name *name);
/*
 * A function: its name with the types of its parameters. *returned: what it returns, if the name
 * says so; this is not printed of a function with something inside (NULL). The whole name may also
 * be a variable's.
 */
bool itanium_encoding(struct state *s, struct piece_of_text *returned);
/* "S_" and the like. */
bool itanium_sub(struct state *s, struct piece_of_text *piece);
/* The qualifiers at the letter: "rVK" */
uint8_t itanium_qualifiers(struct state *s);
bool itanium_put_qualifiers(struct state *s, uint8_t qualifiers);

#endif
