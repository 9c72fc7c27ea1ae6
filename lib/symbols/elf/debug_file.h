/* SPDX-License-Identifier: BSD-2-Clause */
/* Finds the file that has the symbols and the debug information of a stripped object. */
#ifndef PMC_LIB_SYMBOLS_ELF_DEBUG_FILE_H
#define PMC_LIB_SYMBOLS_ELF_DEBUG_FILE_H

#include <stddef.h>

struct elf;
struct file;

/*
 * Opens the separate debug file of an object by its build-id (/usr/lib/debug/.build-id), or by the
 * name in .gnu_debuglink: beside the object, in .debug/ beside it, or in /usr/lib/debug. It must
 * have the object's build-id, or the checksum that the link gives. `symfs` stands before all paths.
 * -ENOENT: there is none.
 */
int debug_file_open(const char *symfs, const char *path, const struct elf *elf, struct file *file);
/*
 * Opens the file to which dwz has moved common parts of the debug file at `path` (which begins with
 * symfs), by the name and the build-id that it gives.
 */
int debug_file_open_alternate(const char *symfs, const char *path, const char *name,
			      const void *build_id, size_t build_id_size, struct file *file);

#endif
