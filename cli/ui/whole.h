/* SPDX-License-Identifier: BSD-2-Clause */
/* Files that appear whole or not at all. */
#ifndef PMC_CLI_UI_WHOLE_H
#define PMC_CLI_UI_WHOLE_H

#include <stddef.h>

/*
 * Writes a file beside the path and renames it. "-" is standard output; what is there and is no
 * regular file (a pipe, /dev/stdout) is written directly. Returns 0, or an exit status after a
 * complaint.
 */
int whole_write(const char *path, const char *bytes, size_t n);

#endif
