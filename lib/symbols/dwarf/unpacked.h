/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Debug information that was unpacked, in memory and in the user's cache. Distributions pack
 * theirs, and to unpack that of libc takes longer than most reports of functions. What is made and
 * kept is an ELF file: the sections of debug information that libpmc reads, and no others. What is
 * kept holds for the very same file as it was then.
 */
#ifndef PMC_LIB_SYMBOLS_DWARF_UNPACKED_H
#define PMC_LIB_SYMBOLS_DWARF_UNPACKED_H

#ifdef PMC_LIBDW

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/elfutils/libdw.h"

struct identity;

/* bytes is the ELF file, which may be written to, in memory that is freed. */
struct unpacked {
	void *memory;
	uint8_t *bytes; /* NULL: nothing */
	size_t size;
};

/* Reads what was kept of a file. False: nothing, or what is damaged. */
bool unpacked_read(const struct identity *file, struct unpacked *unpacked);
/*
 * Unpacks the file that these bytes are by libdeflate. False: that is missing, or a section is
 * damaged or packed in another way; libelf has to do it.
 */
bool unpacked_make(const uint8_t *bytes, size_t size, struct unpacked *unpacked);
void unpacked_deinit(struct unpacked *unpacked);
/* Keeps what was made of a file, before anyone writes to it. Nobody is told if it fails. */
void unpacked_keep(const struct identity *file, const struct unpacked *unpacked);
/* The same of what libelf has unpacked of a file, whose bytes these are. */
void unpacked_write(const struct identity *file, const struct libdw *dw, Elf *elf,
		    const uint8_t *bytes, size_t size);

#endif
#endif
