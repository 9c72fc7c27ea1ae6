/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * PR_SET_SYSCALL_USER_DISPATCH: system calls that raise SIGSYS instead of reaching the kernel, for
 * programs that run those of another system (Wine). The kernel would dispatch the engine's calls,
 * too, so the engine does what the kernel does.
 */
#ifndef PMC_EMU_SYSCALL_USER_DISPATCH_H
#define PMC_EMU_SYSCALL_USER_DISPATCH_H

#include "emu/base/types.h"

struct thread;

/* The prctl(2) with these arguments. */
long user_dispatch_set(struct thread *t, const u64 a[6]);
/* Hands the setting over to the kernel: no more calls of the engine follow. */
void user_dispatch_hand_over(const struct thread *t);
/* t->cpu.rip is behind a SYSCALL. True: SIGSYS was raised, or a pending signal comes first. */
bool user_dispatch_raises(struct thread *t);

#endif
