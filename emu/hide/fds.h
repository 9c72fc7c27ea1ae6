/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The engine's own descriptors, which the program neither sees nor loses.
 */
#ifndef PMC_EMU_FDS_H
#define PMC_EMU_FDS_H

#include "emu/base/engine.h"

/*
 * Moves engine.shm_fd, engine.engine_fd and engine.exe_fd out of the program's way. The first two
 * only in the first image (first = true): a later one finds them where they are to be.
 */
void fds_init(bool first);
/* Gives them all up: the program is to run natively. */
void fds_deinit(void);
/* Is it one of ours? */
bool fds_hidden(int fd);
/* openat(2) for the engine's own purposes, close-on-exec; also when the program's limit is used
 * up. */
int fds_open(int dirfd, const char *path, int flags);
/*
 * The system calls that name descriptors only to close, copy or change them: close, close_range,
 * dup, dup2, dup3, fcntl. True when answered; see files_syscall().
 */
bool fds_syscall(long nr, u64 arg[6], long *ret);
/*
 * The next part of [*first, last] without the n descriptors of hidden[]: sets *from and *to, and
 * *first to what remains. False when there is none.
 */
bool fds_next_range(u64 *first, u32 last, const int *hidden, u32 n, u32 *from, u32 *to);
/* Before an exec that the engine does not follow (and after it failed): are ours to be closed? */
void fds_close_on_exec(bool on);

/*
 * Where to keep ours, under the program's limits: the highest numbers below *top. Returns true
 * when the soft limit must be raised to *top for it (for a moment).
 */
bool fds_place(u64 soft, u64 hard, int *top);

#endif
