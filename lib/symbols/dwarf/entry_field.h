/* SPDX-License-Identifier: BSD-2-Clause */
/* An attribute of an abbreviation, or several that are gone over together. */
#ifndef PMC_LIB_SYMBOLS_DWARF_ENTRY_FIELD_H
#define PMC_LIB_SYMBOLS_DWARF_ENTRY_FIELD_H

#include <stdint.h>

/* How to get over a value, or what to read. */
enum field_way {
	FIELD_SKIP, /* size bytes */
	FIELD_CALL, /* the same; the value is wanted where the function was inlined */
	FIELD_LEB,
	FIELD_STRING,
	FIELD_BLOCK,	 /* a length of size bytes, then as many */
	FIELD_LEB_BLOCK, /* the same with a length in LEB128 */
	FIELD_INDIRECT,	 /* the form stands before the value */
	FIELD_NUMBER,	 /* size bytes, and the value is wanted */
	FIELD_LEB_NUMBER,
	FIELD_CONSTANT, /* no bytes: the value stands in the abbreviation */
};

struct entry_field {
	uint8_t way;
	uint8_t wanted; /* is the value wanted? */
	uint16_t attribute;
	uint16_t form;
	uint32_t size;
	uint64_t constant;
};

#endif
