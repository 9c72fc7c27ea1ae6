/* SPDX-License-Identifier: BSD-2-Clause */
/* Arguments of templates in mangled names. */
#ifndef PMC_LIB_SYMBOLS_DEMANGLE_ITANIUM_ARGUMENTS_H
#define PMC_LIB_SYMBOLS_DEMANGLE_ITANIUM_ARGUMENTS_H

#include <stdbool.h>

struct arguments;
struct state;

/* "I…E". keep: where they are kept, or NULL. */
bool itanium_arguments(struct state *s, struct arguments *keep);

#endif
