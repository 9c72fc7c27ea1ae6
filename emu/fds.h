/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The engine's own descriptors, which the program neither sees nor loses.
 */
#ifndef PMC_EMU_FDS_H
#define PMC_EMU_FDS_H

#include "emu/engine.h"

/* Moves engine.shm_fd, engine.engine_fd and engine.exe_fd out of the program's way. */
void fds_init(void);
/* Is it one of ours? */
bool fds_hidden(int fd);
/* The program is about to put something of its own at one of our numbers: makes room. 0 or -EBADF
 * when that cannot be. */
int fds_evict(int fd);
/* Before an exec that the engine does not follow (and after it failed): are ours to be closed? */
void fds_close_on_exec(bool on);

/*
 * Where to keep ours, under the program's limits: *first is the lowest number to use. Returns true
 * when the soft limit must be raised for it (for a moment).
 */
bool fds_place(u64 soft, u64 hard, int *first);

#endif
