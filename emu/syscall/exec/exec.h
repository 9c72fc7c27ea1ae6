/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The program's execve(2) and execveat(2).
 */
#ifndef PMC_EMU_EXEC_H
#define PMC_EMU_EXEC_H

#include "emu/base/types.h"

struct thread;

/* Returns only when it has failed: -errno, as the kernel would have said. */
long exec_syscall(struct thread *t, int dirfd, u64 path, u64 argv, u64 envp, int flags);

#endif
