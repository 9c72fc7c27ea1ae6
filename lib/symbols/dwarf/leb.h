/* SPDX-License-Identifier: BSD-2-Clause */
/* Numbers of variable length, LEB128. */
#ifndef PMC_LIB_SYMBOLS_DWARF_LEB_H
#define PMC_LIB_SYMBOLS_DWARF_LEB_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Reads a number, and moves *at behind it. *bits: so many its bytes have, 64 at most; bits above
 * are lost. False: it does not end before `end`.
 */
static inline bool leb_read_bits(const uint8_t **at, const uint8_t *end, uint64_t *value,
				 unsigned *bits)
{
	unsigned shift = 0;
	uint64_t v = 0;

	for (; *at < end; shift += 7) {
		uint8_t byte = *(*at)++;

		if (shift < 64)
			v |= (uint64_t)(byte & 0x7f) << shift;
		if (!(byte & 0x80)) {
			*value = v;
			*bits = shift < 57 ? shift + 7 : 64;
			return true;
		}
	}
	return false;
}

static inline bool leb_read(const uint8_t **at, const uint8_t *end, uint64_t *value)
{
	unsigned bits;

	/* Most by far */
	if (*at < end && **at < 0x80) {
		*value = *(*at)++;
		return true;
	}
	return leb_read_bits(at, end, value, &bits);
}

/* The same of a number that has a sign. */
static inline bool leb_read_signed(const uint8_t **at, const uint8_t *end, int64_t *value)
{
	uint64_t v;
	unsigned bits;

	if (!leb_read_bits(at, end, &v, &bits))
		return false;
	*value = (int64_t)(v << (64 - bits)) >> (64 - bits);
	return true;
}

#endif
