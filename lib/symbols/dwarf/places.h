/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Where the places of a profile are in an object, as a map of bits, each of which stands for some
 * bytes of code. So it may say that there is one where there is none near by, never the opposite.
 */
#ifndef PMC_LIB_SYMBOLS_DWARF_PLACES_H
#define PMC_LIB_SYMBOLS_DWARF_PLACES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct places {
	uint64_t first; /* the lowest address, down to a multiple of 1 << shift */
	unsigned shift;
	uint64_t n; /* bits */
	uint64_t *bits;
};

/* For so many addresses, from first to last. 0 or -ENOMEM; places_deinit() frees it. */
int places_init(struct places *places, size_t count, uint64_t first, uint64_t last);
void places_deinit(struct places *places);
/* The address is one from first to last. */
void places_add(struct places *places, uint64_t address);
/* May there be one from start to the address before end? */
bool places_any(const struct places *places, uint64_t start, uint64_t end);

#endif
