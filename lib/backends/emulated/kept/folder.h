/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The folder with kept heritages, "translations" in the user's cache. A file's name says all that
 * one has to know to choose it, so that a listing is enough. Other files there have names of their
 * own and are small.
 */
#ifndef PMC_LIB_EMULATED_KEPT_FOLDER_H
#define PMC_LIB_EMULATED_KEPT_FOLDER_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/types.h"
#include "emu/launch.h"

#define KEPT_UNIT 4096ull /* the size in an entry counts so many bytes */

struct kept_file {
	u64 used;  /* nanoseconds since 1970: when it was written, or used last, roughly */
	u64 maker; /* maker_of() */
	struct emu_shelf_entry entry;
};

/* Opens the folder, and makes it if need be. -1: it cannot be used. */
int folder_open(void);
/* Lists the files, those first that were used last. The caller frees the list. Returns how many, 0
 * also without memory. */
size_t folder_list(int folder, struct kept_file **files);
/* Opens a file to read it. -1: it is not to be used. */
int folder_read(int folder, const struct kept_file *file);
/* Makes a file of what `from` holds, and of so many bytes behind it, whole or not at all. The size
 * in the entry is that of all. */
void folder_write(int folder, const struct kept_file *file, int from, const void *behind, u64 more);
/* Reads a small file of that size. False: there is none that is to be used. */
bool folder_read_small(int folder, const char *name, void *to, size_t size);
/* Makes it in place of the one there was, whole or not at all. */
void folder_write_small(int folder, const char *name, const void *bytes, size_t size);
void folder_remove(int folder, const struct kept_file *file);
/* The file is used now. */
void folder_touch(int folder, const struct kept_file *file);
/* Where there is too much, old files go, and those of which there is a newer one go anyway. */
void folder_make_room(int folder);

#endif
