/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * New threads and processes of the program.
 */
#ifndef PMC_EMU_SYSCALL_CLONE_H
#define PMC_EMU_SYSCALL_CLONE_H

#include "emu/base/types.h"

struct thread;

/* The program's clone(2), clone3(2), fork(2) and vfork(2). */
long clone_clone(struct thread *t, u64 flags, u64 stack, u64 ptid, u64 ctid, u64 tls);
long clone_clone3(struct thread *t, u64 args, u64 size);
long clone_fork(struct thread *t);
long clone_vfork(struct thread *t);

/*
 * clone.S: the kernel's clone or clone3. With a block for the child, the child wakes on its own
 * engine stack (the caller has put that stack into the arguments) and runs clone_child_start().
 * Without one (fork) it returns like the parent.
 */
long clone_kernel(long nr, u64 a, u64 b, u64 c, u64 d, u64 e, struct thread *child);
_Noreturn void clone_child_start(struct thread *child);

#endif
