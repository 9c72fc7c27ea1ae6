/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The engine's own descriptors, which the program can neither see nor close.
 */
#ifndef PMC_EMU_FDS_H
#define PMC_EMU_FDS_H

#include "emu/base/engine.h"

/*
 * Moves engine.shm_fd, engine.engine_fd, engine.shelf_fd and engine.exe_fd out of the program's
 * way. All but the last move only in the first image (first = true); a later image finds them in
 * place.
 */
void fds_init(bool first);
/* Closes them all: the program is to run natively. */
void fds_deinit(void);
/* Is it one of the engine's? */
bool fds_hidden(int fd);
/* Opens a file for the engine, close-on-exec, even when the program has used up its limit. */
int fds_open(int dirfd, const char *path, int flags);
/*
 * Answers the system calls that close, copy or change descriptors: close, close_range, dup, dup2,
 * dup3, fcntl. Returns as files_syscall().
 */
bool fds_syscall(long nr, u64 arg[6], long *ret);
/*
 * Cuts the next range without the n descriptors of hidden[] off [*first, last]: sets *from and *to,
 * and *first to what remains. False: no range is left.
 */
bool fds_next_range(u64 *first, u32 last, const int *hidden, u32 n, u32 *from, u32 *to);
/* Called with on = true before an exec that the engine does not follow, and with on = false if that
 * has failed. */
void fds_close_on_exec(bool on);

/*
 * Finds the place of the engine's descriptors under these limits: the highest numbers below *top.
 * Returns true when the soft limit must be raised to *top while they move there.
 */
bool fds_place(u64 soft, u64 hard, int *top);

#endif
