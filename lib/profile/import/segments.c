/* SPDX-License-Identifier: BSD-2-Clause */
/* Program headers of ELF files, of 64 and of 32 bits. */
#define _GNU_SOURCE
#include <elf.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/profile/import/segments.h"

static void add(struct segments *s, u32 type, u64 offset, u64 size, u64 address)
{
	if (type != PT_LOAD || s->n >= SEGMENTS_MAX)
		return;
	s->segment[s->n].offset = offset;
	s->segment[s->n].size = size;
	s->segment[s->n++].address = address;
}

static void read_headers64(struct segments *s, int fd, const Elf64_Ehdr *head)
{
	Elf64_Phdr ph;
	unsigned i;

	for (i = 0; i < head->e_phnum && i < 4096; i++) {
		off_t at = (off_t)(head->e_phoff + (u64)i * sizeof(ph));

		if (pread(fd, &ph, sizeof(ph), at) != (ssize_t)sizeof(ph))
			break;
		add(s, ph.p_type, ph.p_offset, ph.p_filesz, ph.p_vaddr);
	}
}

static void read_headers32(struct segments *s, int fd, const Elf32_Ehdr *head)
{
	Elf32_Phdr ph;
	unsigned i;

	for (i = 0; i < head->e_phnum && i < 4096; i++) {
		off_t at = (off_t)(head->e_phoff + (u64)i * sizeof(ph));

		if (pread(fd, &ph, sizeof(ph), at) != (ssize_t)sizeof(ph))
			break;
		add(s, ph.p_type, ph.p_offset, ph.p_filesz, ph.p_vaddr);
	}
}

void segments_read(struct segments *segments, const char *path)
{
	union {
		unsigned char ident[EI_NIDENT];
		Elf64_Ehdr head64;
		Elf32_Ehdr head32;
	} u = { 0 };
	struct stat st;
	int fd;

	memset(segments, 0, sizeof(*segments));
	/* A name in somebody's file may be that of anything. */
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	if (fd < 0)
		return;
	if (!fstat(fd, &st) && S_ISREG(st.st_mode) && pread(fd, &u, sizeof(u), 0) > 0 &&
	    !memcmp(u.ident, ELFMAG, SELFMAG) && u.ident[EI_DATA] == ELFDATA2LSB) {
		if (u.ident[EI_CLASS] == ELFCLASS64)
			read_headers64(segments, fd, &u.head64);
		else if (u.ident[EI_CLASS] == ELFCLASS32)
			read_headers32(segments, fd, &u.head32);
	}
	close(fd);
}

u64 segments_address(const struct segments *segments, u64 offset)
{
	unsigned i;

	for (i = 0; i < segments->n; i++)
		if (offset - segments->segment[i].offset < segments->segment[i].size)
			return segments->segment[i].address + offset - segments->segment[i].offset;
	return offset;
}
