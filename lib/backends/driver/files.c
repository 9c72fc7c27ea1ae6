/* SPDX-License-Identifier: BSD-2-Clause */
/* See files.h. */
#include <pmc/profile.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include "lib/backends/driver/files.h"
#include "lib/base/elf.h"
#include "lib/base/vector.h"
#include "pmc/pmc_ioctl.h"

struct mapped_file {
	u32 major, minor;
	u64 inode, generation;
	unsigned size; /* 0: it has no build-id, or its path leads elsewhere */
	u8 build_id[ELF_BUILD_ID_MAX];
};

static bool is_file(const struct mapped_file *file, const struct pmc_ioctl_mmap *map)
{
	return file->inode == map->inode && file->generation == map->generation &&
	       file->major == map->major && file->minor == map->minor;
}

/* Another file may have got the path since. */
static bool still_leads_to(const char *path, const struct pmc_ioctl_mmap *map)
{
	struct stat st;

	return !stat(path, &st) && st.st_ino == map->inode && major(st.st_dev) == map->major &&
	       minor(st.st_dev) == map->minor;
}

static const struct mapped_file *get(struct mapped_files *files, const struct pmc_ioctl_mmap *map,
				     const char *path)
{
	struct mapped_file *file;
	struct elf_file elf;
	size_t i;

	for (i = 0; i < files->n; i++)
		if (is_file(&files->file[i], map))
			return &files->file[i];
	if (vector_reserve(&files->file, &files->room, files->n + 1, sizeof(*files->file)))
		return NULL; /* the build-id is read when a sample needs it */
	file = &files->file[files->n++];
	*file = (struct mapped_file){ .major = map->major,
				      .minor = map->minor,
				      .inode = map->inode,
				      .generation = map->generation };
	if (!still_leads_to(path, map) || elf_read(path, &elf))
		return file;
	file->size = elf.build_id_size;
	memcpy(file->build_id, elf.build_id, elf.build_id_size);
	return file;
}

void mapped_files_identify(struct mapped_files *files, const struct pmc_ioctl_mmap *map,
			   struct pmc_record *record)
{
	const struct mapped_file *file = NULL;

	if (map->inode && record->name[0] == '/')
		file = get(files, map, record->name);
	if (!file || !file->size)
		return;
	record->build_id = file->build_id;
	record->build_id_size = file->size;
}

void mapped_files_deinit(struct mapped_files *files)
{
	free(files->file);
	memset(files, 0, sizeof(*files));
}
