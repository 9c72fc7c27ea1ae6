/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Names in /proc that would show the engine where the program expects itself.
 */
#ifndef PMC_EMU_PROCFS_H
#define PMC_EMU_PROCFS_H

#include "emu/base/types.h"

/*
 * Is this absolute path "exe" of the process pid, by whatever name (self, thread-self, its number,
 * a thread of its)? Pure; tid is the calling thread's number.
 */
bool procfs_names_exe(const char *path, s32 pid, s32 tid);

/* The same for a path relative to dirfd. */
bool procfs_is_own_exe(int dirfd, const char *path);

/* Does this absolute path name a listing of the descriptors of process pid (fd, fdinfo; also of a
 * thread)? Pure. */
bool procfs_lists_fds(const char *path, s32 pid, s32 tid);

/*
 * getdents and getdents64 of such a listing: as the kernel answers, without the engine's
 * descriptors. True when answered; see files_syscall().
 */
bool procfs_getdents(long nr, u64 arg[6], long *ret);

/* Is a tracer attached to the calling thread? */
bool procfs_traced(void);

#endif
