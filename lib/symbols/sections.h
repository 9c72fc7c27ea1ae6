/* SPDX-License-Identifier: BSD-2-Clause */
/* The sections of debug information that libpmc reads itself. */
#ifndef PMC_LIB_SYMBOLS_SECTIONS_H
#define PMC_LIB_SYMBOLS_SECTIONS_H

#include <stddef.h>
#include <stdint.h>

/* No bytes: there is none. */
struct section {
	const uint8_t *bytes;
	size_t size;
};

/* Those of a file: .debug_abbrev and so on. */
struct sections {
	struct section abbrev, ranges, rnglists, str, line_str;
};

#endif
