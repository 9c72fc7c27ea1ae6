/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The build-ids of mapped files. The module says device, inode and generation; the build-id is read
 * from the file that has the path now, if that is still the same file, and once for each file.
 */
#ifndef PMC_LIB_DRIVER_FILES_H
#define PMC_LIB_DRIVER_FILES_H

#include <stddef.h>

#include "core/base/types.h"

struct mapped_file;
struct pmc_ioctl_mmap;
struct pmc_record;

/* All zero: none. */
struct mapped_files {
	struct mapped_file *file;
	size_t n, room;
};

/* Fills in the build-id of a mapping's record, which has its name; it lives until the next call. */
void mapped_files_identify(struct mapped_files *files, const struct pmc_ioctl_mmap *map,
			   struct pmc_record *record);
void mapped_files_deinit(struct mapped_files *files);

#endif
