/* SPDX-License-Identifier: BSD-2-Clause */
/* Maps files, and finds the vdso of this process. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/symbols/base/file.h"

void identify(const struct stat *st, struct identity *identity)
{
	*identity = (struct identity){
		.device = st->st_dev,
		.inode = st->st_ino,
		.size = st->st_size,
		.modified = st->st_mtim.tv_sec,
		.modified_ns = st->st_mtim.tv_nsec,
		.changed = st->st_ctim.tv_sec,
		.changed_ns = st->st_ctim.tv_nsec,
	};
}

uint64_t identity_name(const struct identity *of, uint64_t kind)
{
	uint64_t name = of->device * 0x9e3779b97f4a7c15u ^ of->inode;

	name = (name ^ kind) * 0xff51afd7ed558ccdu;
	return name ^ name >> 32;
}

int file_open(const char *path, bool writable, struct file *file)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	struct stat st;
	void *bytes;
	int error;

	if (fd < 0)
		return -errno;
	if (fstat(fd, &st)) {
		error = -errno;
		close(fd);
		return error;
	}
	if (!S_ISREG(st.st_mode) || st.st_size <= 0 || (uint64_t)st.st_size > SIZE_MAX / 2) {
		close(fd);
		return -ENOEXEC;
	}
	bytes = mmap(NULL, st.st_size, writable ? PROT_READ | PROT_WRITE : PROT_READ,
		     MAP_PRIVATE | MAP_NORESERVE, fd, 0);
	error = bytes == MAP_FAILED ? -errno : 0;
	close(fd);
	if (error)
		return error;
	*file = (struct file){ .bytes = bytes, .size = st.st_size, .path = strdup(path) };
	identify(&st, &file->identity);
	if (file->path)
		return 0;
	munmap(bytes, st.st_size);
	return -ENOMEM;
}

int file_of_vdso(struct file *file)
{
	FILE *maps = fopen("/proc/self/maps", "re");
	uintptr_t from, to;
	char line[512];
	int error = -ENOENT;

	if (!maps)
		return -errno;
	while (error && fgets(line, sizeof(line), maps)) {
		if (!strstr(line, "[vdso]") ||
		    sscanf(line, "%" SCNxPTR "-%" SCNxPTR, &from, &to) != 2 || to <= from)
			continue;
		*file = (struct file){ .bytes = (const uint8_t *)from, .size = to - from };
		error = 0;
	}
	fclose(maps);
	return error;
}

void file_close(struct file *file)
{
	if (file->path)
		munmap((void *)file->bytes, file->size);
	free(file->path);
	*file = (struct file){ 0 };
}
