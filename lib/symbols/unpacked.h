/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Debug information that was unpacked, in the user's cache. Distributions pack theirs, and to
 * unpack that of libc takes longer than most reports of functions. What is kept is an ELF file: the
 * sections of debug information that libpmc reads, as libelf has unpacked them, and no others. It
 * holds for the very same file as it was then.
 */
#ifndef PMC_LIB_SYMBOLS_UNPACKED_H
#define PMC_LIB_SYMBOLS_UNPACKED_H

#ifdef PMC_LIBDW

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/elfutils/libdw.h"

struct identity;

/* What was kept. bytes is the ELF file, which may be written to, in memory that is freed. */
struct unpacked {
	void *memory;
	uint8_t *bytes; /* NULL: nothing */
	size_t size;
};

/* Reads what was kept of a file. False: nothing, or what is damaged. */
bool unpacked_read(const struct identity *file, struct unpacked *unpacked);
void unpacked_deinit(struct unpacked *unpacked);
/* Keeps what libelf has unpacked of a file, whose bytes these are. Nobody is told if it fails. */
void unpacked_write(const struct identity *file, const struct libdw *dw, Elf *elf,
		    const uint8_t *bytes, size_t size);

#endif
#endif
