/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The blocks of threads.
 */
#ifndef PMC_EMU_SYSCALL_THREAD_H
#define PMC_EMU_SYSCALL_THREAD_H

#include "emu/base/types.h"

struct sighand;
struct thread;

/* A block for a thread that is to begin; NULL: no memory. */
struct thread *thread_create(void);
/* Frees the block of a thread that never ran, or has ended. */
void thread_destroy(struct thread *t);
/* In a child of fork: gives back the block of a thread that the child does not have. */
void thread_forget(struct thread *t);
/* In the thread itself: GS leads to its block. */
void thread_set_gs(struct thread *t);

/* The calling thread ends: the program's exit(2). */
_Noreturn void thread_exit(struct thread *t, long status);

#endif
