/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Files whose code is mapped privately. As long as a page of such a mapping was not written to
 * through it, it shows what is written to the file.
 */
#ifndef PMC_EMU_MAPPED_H
#define PMC_EMU_MAPPED_H

#include "emu/base/types.h"

struct stat;

/* A number for a file, as it is now: its device, inode, size and times. */
u64 mapped_number(const struct stat *st);
/* The program has mapped code of an open file privately at [start, end), and maps_set() knows. The
 * caller holds cache_lock, but for the loader. */
void mapped_add(int fd, u64 offset, u64 start, u64 end);
/* A number for the file and the part of it that is mapped at [start, end): mapped_number() when it
 * was mapped, and the offset. 0: nobody can say. It is said of large mappings of
 * files on a disk, on which whoever writes changes the times, that nobody had changed for some
 * time; and until the rights of some of the mapping change. The caller holds cache_lock. */
u64 mapped_file(u64 start, u64 end);
/* The program has opened a file for writing, or made one (memfd_create). Takes cache_lock. */
void mapped_opened(int fd);

#endif
