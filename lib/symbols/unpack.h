/* SPDX-License-Identifier: BSD-2-Clause */
/* Unpacks the compressed sections of debug information in an ELF file that is in memory. */
#ifndef PMC_LIB_SYMBOLS_UNPACK_H
#define PMC_LIB_SYMBOLS_UNPACK_H

#include <stddef.h>
#include <stdint.h>

struct elf;
struct elf_section;
struct file;

/* No compressor does better: so many bytes can be packed in one. */
#define UNPACK_MOST 1100

/* How large a section says it is when unpacked; 0: it is not compressed. */
uint64_t unpack_size(const struct elf *elf, const struct elf_section *section);
/*
 * Unpacks sections that zlib has packed, behind the file's bytes, which are writable, and move.
 * Their headers in memory then say that they are not compressed. What fails stays as it is.
 */
void unpack_sections(struct file *file);

#endif
