/* SPDX-License-Identifier: BSD-2-Clause */
/* Types in mangled names. */
#ifndef PMC_LIB_SYMBOLS_DEMANGLE_ITANIUM_TYPES_H
#define PMC_LIB_SYMBOLS_DEMANGLE_ITANIUM_TYPES_H

#include <stdbool.h>
#include <stdint.h>

struct piece_of_text;
struct state;

bool itanium_type(struct state *s, struct piece_of_text *type);
/* Types of parameters, up to the letter behind them. refused: what no type may be. */
bool itanium_parameters(struct state *s, uint16_t refused);

#endif
