/* SPDX-License-Identifier: BSD-2-Clause */
/* A file that is mapped into memory to be read. */
#ifndef PMC_LIB_SYMBOLS_BASE_FILE_H
#define PMC_LIB_SYMBOLS_BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

/* What tells a file from another, and from itself after it was written. All zeros: no file. */
struct identity {
	uint64_t device, inode, size;
	int64_t modified, modified_ns, changed, changed_ns;
};

/* Takes it from what stat(2) says of a file. */
void identify(const struct stat *st, struct identity *identity);
/* The name that the cache gives to what is kept of the file; `kind` tells what that is. */
uint64_t identity_name(const struct identity *of, uint64_t kind);

struct file {
	const uint8_t *bytes;
	size_t size;
	char *path; /* NULL: it was not mapped from a file */
	struct identity identity;
};

/*
 * Maps a file; `writable`: what is written stays in memory. Only a regular file is opened: a pipe
 * or a device would block, or never end. Returns 0 or -errno; -ENOEXEC: it is empty, or no regular
 * file.
 */
int file_open(const char *path, bool writable, struct file *file);
/* The vdso of this process; -ENOENT: it has none. */
int file_of_vdso(struct file *file);
void file_close(struct file *file);

#endif
