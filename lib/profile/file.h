/* SPDX-License-Identifier: BSD-2-Clause */
/* Whole files: into memory, and written so that they appear whole or not at all. */
#ifndef PMC_LIB_PROFILE_FILE_H
#define PMC_LIB_PROFILE_FILE_H

#include <sys/uio.h>

#include "core/base/types.h"

/* bytes: for free(3). They are no mapping, which would be SIGBUS when somebody cuts the file. */
struct file {
	void *bytes;
	size_t n;
};

/* A descriptor or -errno. */
int file_open_read(const char *path);
/* Reads to the end. 0 or -errno. */
int file_read(int fd, struct file *file);
/*
 * Writes a file of n parts beside the path and renames it; what is not a regular file is written
 * directly. 0 or -errno.
 */
int file_write(const char *path, const struct iovec *parts, size_t n);
/*
 * Writes all bytes, however often a signal interrupts. Behind the limit on file sizes that is
 * -EFBIG without SIGXFSZ, which would end a program before it can say what it has lost. 0 or
 * -errno.
 */
int file_write_all(int fd, const void *bytes, size_t n);
int file_write_parts(int fd, const struct iovec *parts, size_t n);

#endif
