/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * An ELF file of 32 or 64 bits, little-endian, as it stands in memory.
 *
 * The file may be anything: every offset, size and index of it is checked before use. What does not
 * fit is as if it were missing.
 */
#ifndef PMC_LIB_SYMBOLS_ELF_ELF_H
#define PMC_LIB_SYMBOLS_ELF_ELF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct elf_section {
	const char *name;
	uint32_t type, link, info;
	uint64_t flags, address, size, entry_size;
	const uint8_t *bytes; /* NULL: it has none in the file */
	const uint8_t *header;
};

struct elf_segment {
	uint32_t type, flags;
	uint64_t address;
	const uint8_t *bytes;
	uint64_t size; /* in the file */
};

/* Bytes and sections belong to the file, which must stay. */
struct elf {
	const uint8_t *bytes;
	size_t size;
	bool wide; /* 64 bits */
	unsigned type, machine;
	struct elf_section *sections;
	size_t n_sections;
	struct elf_segment *segments;
	size_t n_segments;
	const uint8_t *build_id; /* NULL: none */
	size_t build_id_size;
};

/* A symbol of the file, whatever its width. */
struct elf_symbol {
	uint32_t name; /* offset in the string table */
	uint8_t info;
	unsigned section;
	uint64_t value, size;
};

/* Returns 0, -ENOEXEC (no ELF file, or one of another byte order) or -ENOMEM. */
int elf_init(struct elf *elf, const uint8_t *bytes, size_t size);
void elf_deinit(struct elf *elf);

/* The section of this name; NULL: there is none. */
const struct elf_section *elf_section(const struct elf *elf, const char *name);
/* The section of this number; NULL: there is none. */
const struct elf_section *elf_section_at(const struct elf *elf, size_t i);
/* The string at an offset of a string table; NULL when it does not end inside. */
const char *elf_string(const struct elf_section *strings, uint64_t offset);
/* The number of symbols of a section, and symbol i of them. */
size_t elf_symbols(const struct elf *elf, const struct elf_section *section);
struct elf_symbol elf_symbol(const struct elf *elf, const struct elf_section *section, size_t i);
/* Copies the bytes at an address that is loaded from the file: how many there are, at most n. */
size_t elf_loaded(const struct elf *elf, uint64_t address, void *bytes, size_t n);

#endif
