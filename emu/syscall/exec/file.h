/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The file of a program that is to be run, by the kernel's rules.
 */
#ifndef PMC_EMU_EXEC_FILE_H
#define PMC_EMU_EXEC_FILE_H

#include "emu/base/types.h"

struct stat;

/*
 * Opens a file that is to be run. Returns a descriptor, or -errno as execve would give it.
 * *unreadable: the process may execute the file but not read it.
 */
int file_open(int dirfd, const char *path, int flags, struct stat *st, bool *unreadable);
/* Would the kernel run this file with other rights than the process has? */
bool file_gains_rights(int fd, const struct stat *st);

#endif
