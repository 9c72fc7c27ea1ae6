/* SPDX-License-Identifier: BSD-2-Clause */
/* See elf.h. Sources: the System V ABI, chapters 4 and 5 (ELF header, program header, notes). */
#define _GNU_SOURCE
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/elf.h"

#define NOTES_MAX 4096u

/* The beginning of a file, which nearly always has all that is read here. */
struct beginning {
	int fd;
	size_t n;
	u8 bytes[4096];
};

/* Reads from the file as pread(2) does. */
static ssize_t read_at(const struct beginning *b, void *to, size_t n, u64 offset)
{
	if (offset > b->n || n > b->n - offset)
		return pread(b->fd, to, n, (off_t)offset);
	memcpy(to, b->bytes + offset, n);
	return (ssize_t)n;
}

/* Finds the build-id among the notes, each of which begins at a multiple of 4. */
static void find_build_id(struct elf_file *elf, const u8 *notes, size_t n)
{
	Elf64_Nhdr note;
	size_t at = 0;

	while (n - at >= sizeof(note)) {
		size_t name, desc, next;

		memcpy(&note, notes + at, sizeof(note));
		name = at + sizeof(note);
		desc = name + (note.n_namesz + 3ul) / 4 * 4;
		next = desc + (note.n_descsz + 3ul) / 4 * 4;
		if (next > n)
			return;
		if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == sizeof("GNU") &&
		    !memcmp(notes + name, "GNU", sizeof("GNU")) &&
		    note.n_descsz <= sizeof(elf->build_id)) {
			memcpy(elf->build_id, notes + desc, note.n_descsz);
			elf->build_id_size = note.n_descsz;
			return;
		}
		at = next;
	}
}

static void read_notes(const struct beginning *b, struct elf_file *elf, const Elf64_Phdr *p)
{
	u8 notes[NOTES_MAX];
	ssize_t n = read_at(b, notes, p->p_filesz < NOTES_MAX ? p->p_filesz : NOTES_MAX,
			    p->p_offset);

	if (n > 0 && !elf->build_id_size)
		find_build_id(elf, notes, (size_t)n);
}

static int read_headers(const struct beginning *b, struct elf_file *elf)
{
	Elf64_Ehdr e;
	Elf64_Phdr p;
	unsigned i;

	if (read_at(b, &e, sizeof(e), 0) != sizeof(e) || memcmp(e.e_ident, ELFMAG, SELFMAG) != 0 ||
	    e.e_ident[EI_CLASS] != ELFCLASS64 || e.e_phentsize != sizeof(p))
		return -ENOEXEC;
	for (i = 0; i < e.e_phnum; i++) {
		if (read_at(b, &p, sizeof(p), e.e_phoff + i * sizeof(p)) != sizeof(p))
			return -ENOEXEC;
		if (p.p_type == PT_LOAD && elf->n < ELF_SEGMENTS)
			elf->segment[elf->n++] = (struct elf_segment){
				.offset = p.p_offset,
				.size = p.p_filesz,
				.address = p.p_vaddr,
			};
		if (p.p_type == PT_NOTE)
			read_notes(b, elf, &p);
	}
	return 0;
}

int elf_read(const char *path, struct elf_file *elf)
{
	struct beginning b = { .fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) };
	ssize_t n;
	int err;

	memset(elf, 0, sizeof(*elf));
	if (b.fd < 0)
		return -errno;
	n = pread(b.fd, b.bytes, sizeof(b.bytes), 0);
	b.n = n > 0 ? (size_t)n : 0;
	err = read_headers(&b, elf);
	close(b.fd);
	return err;
}

bool elf_address(const struct elf_file *elf, u64 offset, u64 *address)
{
	unsigned i;

	for (i = 0; i < elf->n; i++) {
		const struct elf_segment *s = &elf->segment[i];

		if (offset >= s->offset && offset - s->offset < s->size) {
			*address = offset - s->offset + s->address;
			return true;
		}
	}
	return false;
}
