/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads and writes files with unpacked debug information. */
#ifdef PMC_LIBDW
#include <stdlib.h>
#include <string.h>

#include "lib/symbols/cache.h"
#include "lib/symbols/cache_folder.h"
#include "lib/symbols/elf.h"
#include "lib/symbols/file.h"
#include "lib/symbols/unpacked.h"
#include "pmc/profile.h"

/* The beginning of a file of the cache; the ELF file follows. The checksum is of all behind it. */
struct head {
	char magic[8];
	uint64_t checksum;
	struct identity of;
	char version[32]; /* of pmc */
	uint64_t size;
};
#define MAGIC "pmcelf1"

/* Sections begin at multiples of this. */
#define ALIGNMENT 16
_Static_assert(sizeof(struct head) % ALIGNMENT == 0, "the ELF file behind it is aligned");

static struct head head_of(const struct identity *file)
{
	struct head head = { .magic = MAGIC, .of = *file };

	strncpy(head.version, PMC_VERSION, sizeof(head.version) - 1);
	return head;
}

/* The name of the file in the cache. */
static uint64_t name_of(const struct identity *file)
{
	return identity_name(file, 0x756e706b);
}

/* ---- Reading ---- */

bool unpacked_read(const struct identity *file, struct unpacked *unpacked)
{
	struct head head, want = head_of(file);
	size_t size = 0;
	char *bytes = cache_folder_read(name_of(file), &size);

	if (!bytes || size < sizeof(head))
		goto failed;
	memcpy(&head, bytes, sizeof(head));
	want.size = size - sizeof(head);
	want.checksum = head.checksum;
	if (memcmp(&head, &want, sizeof(head)) || cache_checksum(bytes, size) != head.checksum)
		goto failed;
	*unpacked = (struct unpacked){ bytes, (uint8_t *)bytes + sizeof(head), want.size };
	return true;
failed:
	free(bytes);
	return false;
}

void unpacked_deinit(struct unpacked *unpacked)
{
	free(unpacked->memory);
	*unpacked = (struct unpacked){ 0 };
}

/* ---- Writing ---- */

/* A file while it is laid out, and then made. Of one section more there are no contents. */
struct layout {
	const struct elf *elf;
	Elf_Data **data; /* of each section of the file; NULL: it is left out */
	size_t n;	 /* sections that are not */
	size_t names;	 /* bytes of their names */
	size_t size;	 /* of everything before the names */
};

static size_t aligned(size_t size)
{
	return (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

static bool is_debug(const struct elf_section *s)
{
	return s->type != SHT_NOBITS && s->name &&
	       (!strncmp(s->name, ".debug_", 7) || !strcmp(s->name, ".gnu_debugaltlink"));
}

/* Chooses the sections. False: one is still packed, or in a group, as before linking; or they are
 * too large. */
static bool lay_out(struct layout *l, const struct libdw *dw, Elf *elf)
{
	size_t i;

	l->size = sizeof(struct head) + aligned(sizeof(Elf64_Ehdr));
	l->names = 1 + sizeof(".shstrtab");
	for (i = 0; i < l->elf->n_sections; i++) {
		const struct elf_section *s = &l->elf->sections[i];
		Elf_Scn *section = is_debug(s) ? dw->elf_getscn(elf, i) : NULL;
		Elf_Data *data = section ? dw->elf_rawdata(section, NULL) : NULL;

		if (!data || !data->d_buf || !data->d_size)
			continue;
		if ((s->flags & (SHF_COMPRESSED | SHF_GROUP)) || data->d_size > CACHE_LARGEST)
			return false;
		l->data[i] = data;
		l->n++;
		l->names += strlen(s->name) + 1;
		l->size += aligned(data->d_size);
		if (l->size > CACHE_LARGEST || l->names > CACHE_LARGEST)
			return false;
	}
	return l->n;
}

/* Fills in sections, their names and headers. Offsets count from the ELF file's beginning. */
static void fill(const struct layout *l, uint8_t *file, Elf64_Shdr *header)
{
	size_t at = aligned(sizeof(Elf64_Ehdr)), names = l->size - sizeof(struct head), name = 1, i;

	for (i = 0; i < l->elf->n_sections; i++) {
		const struct elf_section *s = &l->elf->sections[i];

		if (!l->data[i])
			continue;
		memcpy(file + at, l->data[i]->d_buf, l->data[i]->d_size);
		strcpy((char *)file + names + name, s->name);
		*++header = (Elf64_Shdr){ .sh_name = name,
					  .sh_type = SHT_PROGBITS,
					  .sh_offset = at,
					  .sh_size = l->data[i]->d_size,
					  .sh_addralign = 1 };
		at += aligned(l->data[i]->d_size);
		name += strlen(s->name) + 1;
	}
	strcpy((char *)file + names + name, ".shstrtab");
	*++header = (Elf64_Shdr){ .sh_name = name,
				  .sh_type = SHT_STRTAB,
				  .sh_offset = names,
				  .sh_size = l->names,
				  .sh_addralign = 1 };
}

/* Makes the whole file of the cache; the caller frees it. NULL: no memory. */
static char *make(const struct layout *l, const struct identity *of, size_t *size)
{
	/* The sections' headers come last: of none, of all, of their names. */
	size_t headers = l->size + aligned(l->names);
	struct head head = head_of(of);
	Elf64_Ehdr elf;
	char *bytes;

	*size = headers + (l->n + 2) * sizeof(Elf64_Shdr);
	bytes = *size <= CACHE_LARGEST ? calloc(1, *size) : NULL;
	if (!bytes)
		return NULL;
	memcpy(&elf, l->elf->bytes, sizeof(elf));
	elf.e_entry = elf.e_phoff = elf.e_phnum = 0;
	elf.e_shoff = headers - sizeof(head);
	elf.e_ehsize = sizeof(elf);
	elf.e_shentsize = sizeof(Elf64_Shdr);
	elf.e_shnum = l->n + 2;
	elf.e_shstrndx = l->n + 1;
	memcpy(bytes + sizeof(head), &elf, sizeof(elf));
	fill(l, (uint8_t *)bytes + sizeof(head), (Elf64_Shdr *)(bytes + headers));
	head.size = *size - sizeof(head);
	memcpy(bytes, &head, sizeof(head));
	head.checksum = cache_checksum(bytes, *size);
	memcpy(bytes, &head, sizeof(head));
	return bytes;
}

void unpacked_write(const struct identity *file, const struct libdw *dw, Elf *handle,
		    const uint8_t *bytes, size_t size)
{
	struct elf elf;
	struct layout l = { .elf = &elf };
	char *made = NULL;

	if (elf_init(&elf, bytes, size))
		return;
	l.data = calloc(elf.n_sections + 1, sizeof(*l.data));
	if (l.data && elf.wide && lay_out(&l, dw, handle) && l.n < SHN_LORESERVE - 2)
		made = make(&l, file, &size);
	if (made)
		cache_folder_write(name_of(file), made, size);
	free(made);
	free(l.data);
	elf_deinit(&elf);
}
#endif
