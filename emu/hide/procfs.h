/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Files in /proc that would show the engine in the place of the program.
 */
#ifndef PMC_EMU_PROCFS_H
#define PMC_EMU_PROCFS_H

#include "emu/base/types.h"

/*
 * Is this absolute path the "exe" of process pid, by any name (self, thread-self, its number, one
 * of its threads)? Pure. tid is the number of the calling thread.
 */
bool procfs_names_exe(const char *path, s32 pid, s32 tid);

/* The same of the calling process, for a path relative to dirfd. */
bool procfs_is_own_exe(int dirfd, const char *path);

/* Does this absolute path list the descriptors of process pid (fd, fdinfo, also of a thread)?
 * Pure. */
bool procfs_lists_fds(const char *path, s32 pid, s32 tid);

/*
 * Answers getdents and getdents64 of such a listing: as the kernel does, without the engine's
 * descriptors. Returns as files_syscall().
 */
bool procfs_getdents(long nr, u64 arg[6], long *ret);

/* Is a tracer attached to the calling thread? */
bool procfs_traced(void);

#endif
