/* SPDX-License-Identifier: BSD-2-Clause */
/* A map of places. */
#include <errno.h>
#include <stdlib.h>

#include "lib/symbols/dwarf/places.h"

/* A bit stands for 16 bytes, or for more if there were many more bits than places. */
#define LEAST_SHIFT   4
#define BITS_FOR_EACH 64
#define BITS_AT_LEAST 4096

int places_init(struct places *places, size_t count, uint64_t first, uint64_t last)
{
	unsigned shift = LEAST_SHIFT;

	while ((last - first) >> shift > BITS_AT_LEAST + BITS_FOR_EACH * (uint64_t)count)
		shift++;
	first = first >> shift << shift;
	*places = (struct places){ .first = first, .shift = shift };
	places->n = ((last - first) >> shift) + 1;
	places->bits = calloc(places->n / 64 + 1, sizeof(*places->bits));
	return places->bits ? 0 : -ENOMEM;
}

void places_deinit(struct places *places)
{
	free(places->bits);
	*places = (struct places){ 0 };
}

void places_add(struct places *places, uint64_t address)
{
	uint64_t bit = (address - places->first) >> places->shift;

	places->bits[bit / 64] |= 1ull << bit % 64;
}

bool places_any(const struct places *places, uint64_t start, uint64_t end)
{
	uint64_t bit, last;

	if (end <= start || end <= places->first)
		return false;
	bit = start > places->first ? (start - places->first) >> places->shift : 0;
	last = (end - 1 - places->first) >> places->shift;
	if (last >= places->n)
		last = places->n - 1;
	for (; bit <= last; bit = (bit | 63) + 1) {
		uint64_t bits = places->bits[bit / 64] >> bit % 64;

		if (last - bit < 63)
			bits &= (2ull << (last - bit)) - 1;
		if (bits)
			return true;
	}
	return false;
}
