/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The program's system calls.
 */
#ifndef PMC_EMU_SYSCALL_H
#define PMC_EMU_SYSCALL_H

#include "emu/base/types.h"

struct thread;

/*
 * Makes a system call of the program. t->cpu.rip is behind the instruction, which is two bytes
 * long; RAX gets the result. False: a signal came before the call began, and rip is at the
 * instruction again.
 */
bool syscall_make(struct thread *t, long nr, u64 a[6]);
/* The SYSCALL instruction. */
void syscall_emulate(struct thread *t);

#endif
