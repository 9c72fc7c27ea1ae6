/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads lists of ranges. */
#include <string.h>

#include "lib/symbols/dwarf/ranges.h"

/* Kinds of entries in .debug_rnglists (DWARF 5, 7.25). */
enum {
	DW_RLE_end_of_list = 0,
	DW_RLE_offset_pair = 4,
	DW_RLE_base_address = 5,
	DW_RLE_start_end = 6,
	DW_RLE_start_length = 7,
};

struct ranges_cursor ranges_begin(const struct sections *sections, unsigned version,
				  unsigned address_size, uint64_t base, uint64_t offset)
{
	const struct section *s = version >= 5 ? &sections->rnglists : &sections->ranges;
	struct ranges_cursor c = { .base = base,
				   .address_size = address_size,
				   .is_rnglist = version >= 5 };

	if (s->bytes && offset < s->size) {
		c.at = s->bytes + offset;
		c.end = s->bytes + s->size;
	}
	return c;
}

static bool read_address(struct ranges_cursor *c, uint64_t *address)
{
	uint32_t narrow;

	if ((size_t)(c->end - c->at) < c->address_size)
		return false;
	if (c->address_size == 4) {
		memcpy(&narrow, c->at, 4);
		*address = narrow;
	} else {
		memcpy(address, c->at, 8);
	}
	c->at += c->address_size;
	return true;
}

static bool read_leb(struct ranges_cursor *c, uint64_t *value)
{
	uint64_t v = 0;
	unsigned shift;

	for (shift = 0; c->at < c->end && shift < 64; shift += 7) {
		uint8_t byte = *c->at++;

		v |= (uint64_t)(byte & 0x7f) << shift;
		if (!(byte & 0x80)) {
			*value = v;
			return true;
		}
	}
	return false;
}

/* An entry of .debug_ranges: two addresses; what they say depends on these. */
static enum ranges_next next_old(struct ranges_cursor *c, uint64_t *start, uint64_t *stop)
{
	uint64_t base = c->address_size == 4 ? UINT32_MAX : UINT64_MAX;

	for (;;) {
		if (!read_address(c, start) || !read_address(c, stop))
			return RANGES_ODD;
		if (!*start && !*stop)
			return RANGES_END;
		if (*start != base)
			break;
		c->base = *stop;
	}
	*start += c->base;
	*stop += c->base;
	return RANGES_ONE;
}

static enum ranges_next next_new(struct ranges_cursor *c, uint64_t *start, uint64_t *stop)
{
	while (c->at < c->end) {
		switch (*c->at++) {
		case DW_RLE_end_of_list:
			return RANGES_END;
		case DW_RLE_base_address:
			if (!read_address(c, &c->base))
				return RANGES_ODD;
			break;
		case DW_RLE_offset_pair:
			if (!read_leb(c, start) || !read_leb(c, stop))
				return RANGES_ODD;
			*start += c->base;
			*stop += c->base;
			return RANGES_ONE;
		case DW_RLE_start_end:
			if (!read_address(c, start) || !read_address(c, stop))
				return RANGES_ODD;
			return RANGES_ONE;
		case DW_RLE_start_length:
			if (!read_address(c, start) || !read_leb(c, stop))
				return RANGES_ODD;
			*stop += *start;
			return RANGES_ONE;
		default:
			return RANGES_ODD;
		}
	}
	return RANGES_ODD;
}

enum ranges_next ranges_next(struct ranges_cursor *cursor, uint64_t *start, uint64_t *stop)
{
	return cursor->is_rnglist ? next_new(cursor, start, stop) : next_old(cursor, start, stop);
}
