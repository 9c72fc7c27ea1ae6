/* SPDX-License-Identifier: BSD-2-Clause */
/* Unpacks debug information, and reads and writes files with what was unpacked. */
#ifdef PMC_LIBDW
#include <elf.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/workers.h"
#include "lib/profile/model/huge.h"
#include "lib/symbols/cache/cache.h"
#include "lib/symbols/cache/folder.h"
#include "lib/symbols/elf/elf.h"
#include "lib/symbols/base/file.h"
#include "lib/symbols/dwarf/inflate.h"
#include "lib/symbols/dwarf/unpacked.h"
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

/* Files with fewer bytes are not worth a thread. */
#define FEW_BYTES ((size_t)1 << 20)
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

/* ---- Making ---- */

/* The contents of a section. */
struct part {
	const uint8_t *bytes; /* NULL: it is left out */
	size_t n;	      /* so many bytes there are */
	size_t size;	      /* so many it has when it is unpacked */
	bool packed;	      /* … which it has to be, by zlib's way */
};

/* A file while it is laid out, and then made. Of one section more there are no contents. */
struct layout {
	const struct elf *elf;
	struct part *parts; /* one of each section */
	size_t largest;	    /* more bytes it must not have */
	size_t n;	    /* sections that are not left out */
	size_t names;	    /* bytes of their names */
	size_t size;	    /* of everything before the names */
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

/* Is it packed as GNU tools did before there was SHF_COMPRESSED? */
static bool is_packed_by_name(const struct elf_section *s)
{
	return s->type != SHT_NOBITS && s->name && !strncmp(s->name, ".zdebug_", 8);
}

/* The section as libelf has unpacked it. False: it is still packed. */
static bool take_unpacked(const struct elf_section *s, const struct libdw *dw, Elf_Scn *section,
			  struct part *part)
{
	Elf_Data *data = section ? dw->elf_rawdata(section, NULL) : NULL;

	if (!data || !data->d_buf || !data->d_size)
		return true;
	*part = (struct part){ data->d_buf, data->d_size, data->d_size, false };
	return !(s->flags & SHF_COMPRESSED);
}

/* The section as the file has it. False: it is packed in another way than zlib's. */
static bool take_packed(const struct elf_section *s, struct part *part)
{
	Elf64_Chdr header;

	if (!s->bytes || !s->size)
		return true;
	*part = (struct part){ s->bytes, s->size, s->size, s->flags & SHF_COMPRESSED };
	if (!part->packed)
		return true;
	if (s->size < sizeof(header))
		return false;
	memcpy(&header, s->bytes, sizeof(header));
	part->bytes += sizeof(header);
	part->n -= sizeof(header);
	part->size = header.ch_size;
	return header.ch_type == ELFCOMPRESS_ZLIB && part->size;
}

/*
 * Chooses the sections: from libelf's handle, or from the file if there is none. False: one cannot
 * be had, or is in a group, as before linking; or they are too large.
 */
static bool lay_out(struct layout *l, const struct libdw *dw, Elf *elf)
{
	size_t i;

	l->size = sizeof(struct head) + aligned(sizeof(Elf64_Ehdr));
	l->names = 1 + sizeof(".shstrtab");
	for (i = 0; i < l->elf->n_sections; i++) {
		const struct elf_section *s = &l->elf->sections[i];
		struct part *part = &l->parts[i];

		if (is_packed_by_name(s))
			return false;
		if (!is_debug(s))
			continue;
		if (!(elf ? take_unpacked(s, dw, dw->elf_getscn(elf, i), part) :
			    take_packed(s, part)))
			return false;
		if (!part->bytes)
			continue;
		if ((s->flags & SHF_GROUP) || part->size > l->largest)
			return false;
		l->n++;
		l->names += strlen(s->name) + 1;
		l->size += aligned(part->size);
		if (l->size > l->largest || l->names > l->largest)
			return false;
	}
	return l->n && l->n < SHN_LORESERVE - 2;
}

/* ---- Filling in ---- */

/* The sections of a file while threads fill them in. Most is to unpack them. */
struct filling {
	const struct layout *l;
	uint8_t *file;
	pthread_mutex_t lock; /* of what follows */
	size_t next, at;      /* the section that nobody has begun with, and its offset */
	bool failed;
};

/* Takes the next section. NULL: there is none, or one has failed. */
static const struct part *take_part(struct filling *f, uint8_t **to)
{
	const struct part *part = NULL;

	pthread_mutex_lock(&f->lock);
	while (!part && !f->failed && f->next < f->l->elf->n_sections) {
		part = &f->l->parts[f->next++];
		if (!part->bytes)
			part = NULL;
	}
	if (part) {
		*to = f->file + f->at;
		f->at += aligned(part->size);
	}
	pthread_mutex_unlock(&f->lock);
	return part;
}

static void fill_parts(void *arg)
{
	struct filling *f = arg;
	struct inflater inflater;
	bool ready = false, failed = false;
	const struct part *part;
	uint8_t *to;

	while (!failed && (part = take_part(f, &to))) {
		if (!part->packed) {
			memcpy(to, part->bytes, part->size);
		} else {
			ready = ready || inflater_init(&inflater);
			failed = !ready ||
				 !inflater_unpack(&inflater, part->bytes, part->n, to, part->size);
		}
		memset(to + part->size, 0, aligned(part->size) - part->size);
	}
	if (ready)
		inflater_deinit(&inflater);
	pthread_mutex_lock(&f->lock);
	f->failed |= failed;
	pthread_mutex_unlock(&f->lock);
}

/* Fills in the contents of all sections. False: they are damaged. */
static bool fill(const struct layout *l, uint8_t *file)
{
	struct filling f = { .l = l, .file = file, .at = aligned(sizeof(Elf64_Ehdr)) };

	pthread_mutex_init(&f.lock, NULL);
	workers_run(l->size < FEW_BYTES ? 1 : workers_count(), fill_parts, &f);
	pthread_mutex_destroy(&f.lock);
	return !f.failed;
}

/* Writes names and headers. Offsets count from the ELF file's beginning. */
static void describe(const struct layout *l, uint8_t *file, Elf64_Shdr *header)
{
	size_t at = aligned(sizeof(Elf64_Ehdr)), names = l->size - sizeof(struct head), name = 1, i;

	for (i = 0; i < l->elf->n_sections; i++) {
		const struct elf_section *s = &l->elf->sections[i];
		const struct part *part = &l->parts[i];

		if (!part->bytes)
			continue;
		strcpy((char *)file + names + name, s->name);
		*++header = (Elf64_Shdr){ .sh_name = name,
					  .sh_type = SHT_PROGBITS,
					  .sh_offset = at,
					  .sh_size = part->size,
					  .sh_addralign = 1 };
		at += aligned(part->size);
		name += strlen(s->name) + 1;
	}
	strcpy((char *)file + names + name, ".shstrtab");
	*++header = (Elf64_Shdr){ .sh_name = name,
				  .sh_type = SHT_STRTAB,
				  .sh_offset = names,
				  .sh_size = l->names,
				  .sh_addralign = 1 };
}

/* Makes the whole file of the cache, but for its head. NULL: no memory, or a section is damaged. */
static char *make(const struct layout *l, size_t *size)
{
	/* The sections' headers come last: of none, of all, of their names. */
	size_t headers = l->size + aligned(l->names);
	Elf64_Ehdr elf;
	char *bytes;

	*size = headers + (l->n + 2) * sizeof(Elf64_Shdr);
	bytes = *size <= l->largest ? huge_alloc(*size) : NULL;
	if (!bytes)
		return NULL;
	/* All but the sections' contents. */
	memset(bytes, 0, sizeof(struct head) + aligned(sizeof(elf)));
	memset(bytes + l->size, 0, *size - l->size);
	memcpy(&elf, l->elf->bytes, sizeof(elf));
	elf.e_entry = elf.e_phoff = elf.e_phnum = 0;
	elf.e_shoff = headers - sizeof(struct head);
	elf.e_ehsize = sizeof(elf);
	elf.e_shentsize = sizeof(Elf64_Shdr);
	elf.e_shnum = l->n + 2;
	elf.e_shstrndx = l->n + 1;
	memcpy(bytes + sizeof(struct head), &elf, sizeof(elf));
	describe(l, (uint8_t *)bytes + sizeof(struct head), (Elf64_Shdr *)(bytes + headers));
	if (fill(l, (uint8_t *)bytes + sizeof(struct head)))
		return bytes;
	free(bytes);
	return NULL;
}

/* The same, of the file that these bytes are; the caller frees it. */
static char *make_of(const struct libdw *dw, Elf *handle, size_t largest, const uint8_t *bytes,
		     size_t *size)
{
	struct elf elf;
	struct layout l = { .elf = &elf, .largest = largest };
	char *made = NULL;

	if (elf_init(&elf, bytes, *size))
		return NULL;
	l.parts = calloc(elf.n_sections + 1, sizeof(*l.parts));
	if (l.parts && elf.wide && lay_out(&l, dw, handle))
		made = make(&l, size);
	free(l.parts);
	elf_deinit(&elf);
	return made;
}

/* Puts a file into the cache. */
static void keep(const struct identity *file, char *made, size_t size)
{
	struct head head = head_of(file);

	head.size = size - sizeof(head);
	memcpy(made, &head, sizeof(head));
	head.checksum = cache_checksum(made, size);
	memcpy(made, &head, sizeof(head));
	cache_folder_write(name_of(file), made, size);
}

bool unpacked_make(const uint8_t *bytes, size_t size, struct unpacked *unpacked)
{
	struct inflater inflater;
	char *made;

	/* Without libdeflate nothing is to be laid out. */
	if (!inflater_init(&inflater))
		return false;
	made = make_of(NULL, NULL, SIZE_MAX / 4, bytes, &size);
	inflater_deinit(&inflater);
	if (made)
		*unpacked = (struct unpacked){ made, (uint8_t *)made + sizeof(struct head),
					       size - sizeof(struct head) };
	return made;
}

void unpacked_keep(const struct identity *file, const struct unpacked *unpacked)
{
	size_t size = unpacked->size + sizeof(struct head);

	if (size <= CACHE_LARGEST)
		keep(file, unpacked->memory, size);
}

void unpacked_write(const struct identity *file, const struct libdw *dw, Elf *handle,
		    const uint8_t *bytes, size_t size)
{
	char *made = make_of(dw, handle, CACHE_LARGEST, bytes, &size);

	if (made)
		keep(file, made, size);
	free(made);
}
#endif
