/* SPDX-License-Identifier: BSD-2-Clause */
/* A whole file in memory. */
#ifndef PMC_JSON_FILE_H
#define PMC_JSON_FILE_H

#include <stddef.h>

#define JSON_FILE_MAX (64u << 20)

/*
 * Reads a file or a pipe to its end and adds a zero byte. Returns 0 or -errno, with -EFBIG for more
 * than JSON_FILE_MAX bytes. *text is the caller's: free().
 */
int json_file_read(const char *path, char **text, size_t *len);

#endif
