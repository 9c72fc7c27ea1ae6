/* SPDX-License-Identifier: BSD-2-Clause */
/* Unpacks sections into memory behind a file, so that both are one file for libelf. */
#define _GNU_SOURCE /* mremap */
#include <elf.h>
#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "lib/symbols/elf.h"
#include "lib/symbols/file.h"
#include "lib/symbols/inflate.h"
#include "lib/symbols/unpack.h"

#define ALIGNMENT 16

/* The header of a compressed section. False: it is none. */
static bool read_header(const struct elf *elf, const struct elf_section *s, Elf64_Chdr *header)
{
	if (!(s->flags & SHF_COMPRESSED) || !s->bytes || !elf->wide || s->size < sizeof(*header))
		return false;
	memcpy(header, s->bytes, sizeof(*header));
	return true;
}

uint64_t unpack_size(const struct elf *elf, const struct elf_section *s)
{
	Elf64_Chdr header;

	return read_header(elf, s, &header) ? header.ch_size : 0;
}

/* Is it the first section of its name, and one that is read of debug information? */
static bool is_read(const struct elf *elf, const struct elf_section *s)
{
	static const char *const names[] = { "abbrev",	    "addr",   "info",	  "line",
					     "line_str",    "ranges", "rnglists", "str",
					     "str_offsets", "types" };
	size_t i;

	if (strncmp(s->name, ".debug_", 7))
		return false;
	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (!strcmp(s->name + 7, names[i]))
			return elf_section(elf, s->name) == s;
	return false;
}

/* How many bytes the section takes; 0: it is none that is unpacked here. */
static uint64_t room_of(const struct elf *elf, const struct elf_section *s)
{
	Elf64_Chdr header;

	if (!read_header(elf, s, &header) || header.ch_type != ELFCOMPRESS_ZLIB ||
	    header.ch_size / UNPACK_MOST > s->size || !is_read(elf, s))
		return 0;
	return (header.ch_size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

/* Maps the file anew with so many bytes behind it, beginning at *end. False: there is no room. */
static bool extend(struct file *file, uint64_t room, size_t *end)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	size_t pages = (file->size + page - 1) / page * page;
	void *to = mmap(NULL, pages + room, PROT_READ | PROT_WRITE,
			MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (to == MAP_FAILED)
		return false;
	if (mremap((void *)(uintptr_t)file->bytes, file->size, file->size,
		   MREMAP_MAYMOVE | MREMAP_FIXED, to) == MAP_FAILED) {
		munmap(to, pages + room);
		return false;
	}
	file->bytes = to;
	file->size = pages + room;
	*end = pages;
	return true;
}

/* Makes the section's header, at this place in the file, one of an uncompressed section. */
static void set_header(uint8_t *header, uint64_t offset, uint64_t size, uint64_t alignment)
{
	Elf64_Shdr h;

	memcpy(&h, header, sizeof(h));
	h.sh_flags &= ~(uint64_t)SHF_COMPRESSED;
	h.sh_offset = offset;
	h.sh_size = size;
	h.sh_addralign = alignment;
	memcpy(header, &h, sizeof(h));
}

/* Unpacks a section to the offset `at`. False: it is damaged. */
static bool unpack(const struct elf_section *s, uint8_t *file, size_t at)
{
	Elf64_Chdr header;

	memcpy(&header, s->bytes, sizeof(header));
	if (!inflate_bytes(s->bytes + sizeof(header), s->size - sizeof(header), file + at,
			   header.ch_size))
		return false;
	set_header(file + (s->header - file), at, header.ch_size, header.ch_addralign);
	return true;
}

static uint64_t sum_of_rooms(const struct elf *elf)
{
	uint64_t sum = 0;
	size_t i;

	for (i = 0; i < elf->n_sections; i++)
		sum += room_of(elf, &elf->sections[i]);
	return sum;
}

void unpack_sections(struct file *file)
{
	size_t size = file->size, at, i;
	struct elf elf;
	uint64_t room;

	if (elf_init(&elf, file->bytes, size))
		return;
	room = sum_of_rooms(&elf);
	elf_deinit(&elf);
	if (!room || room > SIZE_MAX / 4 || !extend(file, room, &at) ||
	    elf_init(&elf, file->bytes, size))
		return;
	for (i = 0; i < elf.n_sections; i++) {
		const struct elf_section *s = &elf.sections[i];

		room = room_of(&elf, s);
		if (room && unpack(s, (uint8_t *)(uintptr_t)file->bytes, at))
			at += room;
	}
	elf_deinit(&elf);
}
