/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads the headers of ELF files. */
#include <elf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/symbols/elf/elf.h"

/* More sections or segments than any compiler makes; one per function is the most there is. */
#define MANY (1u << 24)

/* A member of a structure of the file: of 64 bits or of 32. */
#define MEMBER(elf, at, type, member)                                   \
	((elf)->wide ? (uint64_t)((const Elf64_##type *)(at))->member : \
		       (uint64_t)((const Elf32_##type *)(at))->member)

/* The bytes [offset, offset + size) of the file; NULL when they do not lie in it. */
static const uint8_t *inside(const struct elf *elf, uint64_t offset, uint64_t size)
{
	if (offset > elf->size || size > elf->size - offset)
		return NULL;
	return elf->bytes + offset;
}

const char *elf_string(const struct elf_section *strings, uint64_t offset)
{
	if (!strings || !strings->bytes || strings->type != SHT_STRTAB || offset >= strings->size)
		return NULL;
	if (!memchr(strings->bytes + offset, 0, strings->size - offset))
		return NULL;
	return (const char *)strings->bytes + offset;
}

const struct elf_section *elf_section_at(const struct elf *elf, size_t i)
{
	return i < elf->n_sections ? &elf->sections[i] : NULL;
}

const struct elf_section *elf_section(const struct elf *elf, const char *name)
{
	size_t i;

	for (i = 0; i < elf->n_sections; i++)
		if (!strcmp(elf->sections[i].name, name))
			return &elf->sections[i];
	return NULL;
}

/* Headers are copied before they are read: they need not be aligned. */
static struct elf_section read_section(const struct elf *elf, const uint8_t *header)
{
	union {
		Elf64_Shdr wide;
		Elf32_Shdr narrow;
	} at;
	struct elf_section s = { 0 };

	memcpy(&at, header, elf->wide ? sizeof(at.wide) : sizeof(at.narrow));
	s.type = MEMBER(elf, &at, Shdr, sh_type);
	s.link = MEMBER(elf, &at, Shdr, sh_link);
	s.info = MEMBER(elf, &at, Shdr, sh_info);
	s.flags = MEMBER(elf, &at, Shdr, sh_flags);
	s.address = MEMBER(elf, &at, Shdr, sh_addr);
	s.size = MEMBER(elf, &at, Shdr, sh_size);
	s.entry_size = MEMBER(elf, &at, Shdr, sh_entsize);
	if (s.type != SHT_NOBITS && s.type != SHT_NULL)
		s.bytes = inside(elf, MEMBER(elf, &at, Shdr, sh_offset), s.size);
	s.name = "";
	s.header = header;
	return s;
}

static int read_sections(struct elf *elf, const uint8_t *header)
{
	uint64_t offset = MEMBER(elf, header, Ehdr, e_shoff);
	uint64_t n = MEMBER(elf, header, Ehdr, e_shnum);
	uint64_t names = MEMBER(elf, header, Ehdr, e_shstrndx);
	size_t size = elf->wide ? sizeof(Elf64_Shdr) : sizeof(Elf32_Shdr), i;
	const uint8_t *first = inside(elf, offset, size);
	const struct elf_section *strings;
	const char *name;

	if (!offset || !first || MEMBER(elf, header, Ehdr, e_shentsize) != size)
		return 0;
	/* Numbers that do not fit in the header stand in the first section's. */
	if (!n)
		n = read_section(elf, first).size;
	if (names == SHN_XINDEX)
		names = read_section(elf, first).link;
	if (n > MANY || !inside(elf, offset, n * size) || !n)
		return 0;
	elf->sections = calloc(n, sizeof(*elf->sections));
	if (!elf->sections)
		return -ENOMEM;
	elf->n_sections = n;
	for (i = 0; i < n; i++)
		elf->sections[i] = read_section(elf, first + i * size);
	strings = elf_section_at(elf, names);
	for (i = 0; i < n; i++) {
		uint32_t at;

		memcpy(&at, first + i * size, sizeof(at)); /* sh_name comes first */
		name = elf_string(strings, at);
		if (name)
			elf->sections[i].name = name;
	}
	return 0;
}

static int read_segments(struct elf *elf, const uint8_t *header)
{
	uint64_t offset = MEMBER(elf, header, Ehdr, e_phoff);
	uint64_t n = MEMBER(elf, header, Ehdr, e_phnum);
	size_t size = elf->wide ? sizeof(Elf64_Phdr) : sizeof(Elf32_Phdr), i;
	const uint8_t *first;
	union {
		Elf64_Phdr wide;
		Elf32_Phdr narrow;
	} at;

	if (n == PN_XNUM && elf->n_sections)
		n = elf->sections[0].info;
	if (!n || n > MANY || MEMBER(elf, header, Ehdr, e_phentsize) != size)
		return 0;
	first = inside(elf, offset, n * size);
	if (!first)
		return 0;
	elf->segments = calloc(n, sizeof(*elf->segments));
	if (!elf->segments)
		return -ENOMEM;
	elf->n_segments = n;
	for (i = 0; i < n; i++) {
		struct elf_segment *s = &elf->segments[i];

		memcpy(&at, first + i * size, size);
		s->type = MEMBER(elf, &at, Phdr, p_type);
		s->flags = MEMBER(elf, &at, Phdr, p_flags);
		s->address = MEMBER(elf, &at, Phdr, p_vaddr);
		s->size = MEMBER(elf, &at, Phdr, p_filesz);
		s->bytes = inside(elf, MEMBER(elf, &at, Phdr, p_offset), s->size);
	}
	return 0;
}

/* Looks for the build-id among the notes in these bytes. */
static void read_notes(struct elf *elf, const uint8_t *bytes, uint64_t size)
{
	Elf64_Nhdr note; /* the same in 32 bits */
	uint64_t name, text;

	while (bytes && size >= sizeof(note)) {
		memcpy(&note, bytes, sizeof(note));
		name = ((uint64_t)note.n_namesz + 3) & ~(uint64_t)3;
		text = ((uint64_t)note.n_descsz + 3) & ~(uint64_t)3;
		bytes += sizeof(note);
		size -= sizeof(note);
		if (name > size || note.n_descsz > size - name)
			return;
		if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 &&
		    !memcmp(bytes, "GNU", 4) && note.n_descsz) {
			elf->build_id = bytes + name;
			elf->build_id_size = note.n_descsz;
			return;
		}
		if (text > size - name)
			return;
		bytes += name + text;
		size -= name + text;
	}
}

int elf_init(struct elf *elf, const uint8_t *bytes, size_t size)
{
	union {
		Elf64_Ehdr wide;
		Elf32_Ehdr narrow;
	} header;
	size_t i, least;
	int error;

	*elf = (struct elf){ .bytes = bytes, .size = size };
	if (size < EI_NIDENT || memcmp(bytes, ELFMAG, SELFMAG) || bytes[EI_DATA] != ELFDATA2LSB ||
	    (bytes[EI_CLASS] != ELFCLASS64 && bytes[EI_CLASS] != ELFCLASS32))
		return -ENOEXEC;
	elf->wide = bytes[EI_CLASS] == ELFCLASS64;
	least = elf->wide ? sizeof(header.wide) : sizeof(header.narrow);
	if (size < least)
		return -ENOEXEC;
	memcpy(&header, bytes, least);
	elf->type = MEMBER(elf, &header, Ehdr, e_type);
	elf->machine = MEMBER(elf, &header, Ehdr, e_machine);
	error = read_sections(elf, (const uint8_t *)&header);
	if (!error)
		error = read_segments(elf, (const uint8_t *)&header);
	if (error) {
		elf_deinit(elf);
		return error;
	}
	for (i = 0; i < elf->n_segments && !elf->build_id; i++)
		if (elf->segments[i].type == PT_NOTE)
			read_notes(elf, elf->segments[i].bytes, elf->segments[i].size);
	for (i = 0; i < elf->n_sections && !elf->build_id; i++)
		if (elf->sections[i].type == SHT_NOTE)
			read_notes(elf, elf->sections[i].bytes, elf->sections[i].size);
	return 0;
}

void elf_deinit(struct elf *elf)
{
	free(elf->sections);
	free(elf->segments);
	*elf = (struct elf){ 0 };
}

size_t elf_symbols(const struct elf *elf, const struct elf_section *section)
{
	if (!section || !section->bytes ||
	    (section->type != SHT_SYMTAB && section->type != SHT_DYNSYM))
		return 0;
	return section->size / (elf->wide ? sizeof(Elf64_Sym) : sizeof(Elf32_Sym));
}

struct elf_symbol elf_symbol(const struct elf *elf, const struct elf_section *section, size_t i)
{
	union {
		Elf64_Sym wide;
		Elf32_Sym narrow;
	} at;
	size_t size = elf->wide ? sizeof(at.wide) : sizeof(at.narrow);

	memcpy(&at, section->bytes + i * size, size);
	return (struct elf_symbol){
		.name = MEMBER(elf, &at, Sym, st_name),
		.info = MEMBER(elf, &at, Sym, st_info),
		.section = MEMBER(elf, &at, Sym, st_shndx),
		.value = MEMBER(elf, &at, Sym, st_value),
		.size = MEMBER(elf, &at, Sym, st_size),
	};
}

size_t elf_loaded(const struct elf *elf, uint64_t address, void *bytes, size_t n)
{
	const uint8_t *from = NULL;
	uint64_t offset = 0, size = 0;
	size_t i;

	for (i = 0; i < elf->n_segments && !from; i++) {
		const struct elf_segment *s = &elf->segments[i];

		if (s->type != PT_LOAD || !s->bytes || address < s->address ||
		    address - s->address >= s->size)
			continue;
		from = s->bytes, size = s->size, offset = address - s->address;
	}
	for (i = 0; i < elf->n_sections && !elf->n_segments && !from; i++) {
		const struct elf_section *s = &elf->sections[i];

		if (!(s->flags & SHF_ALLOC) || !s->bytes || address < s->address ||
		    address - s->address >= s->size)
			continue;
		from = s->bytes, size = s->size, offset = address - s->address;
	}
	if (!from)
		return 0;
	if (n > size - offset)
		n = size - offset;
	memcpy(bytes, from + offset, n);
	return n;
}
