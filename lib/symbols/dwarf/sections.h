/* SPDX-License-Identifier: BSD-2-Clause */
/* The sections of a file's debug information that are read here, not by libdw. */
#ifndef PMC_LIB_SYMBOLS_DWARF_SECTIONS_H
#define PMC_LIB_SYMBOLS_DWARF_SECTIONS_H

#include <stddef.h>
#include <stdint.h>

/* No bytes: there is none. */
struct section {
	const uint8_t *bytes;
	size_t size;
};

struct sections {
	struct section ranges, rnglists;
	struct section info, abbreviations;
	struct section strings; /* .debug_str up to its last NUL */
};

#endif
