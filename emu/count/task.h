/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The task records of the shared memory: one for each thread that ever ran, with its totals. A
 * thread gets its record and its chunk here, and loses them here at its end.
 */
#ifndef PMC_EMU_TASK_H
#define PMC_EMU_TASK_H

#include "emu/base/types.h"

struct forked_vectors;
struct thread;

/* At the start of an image: takes over the record that the command line named, and folds the chunks
 * of an earlier image of this process into it. */
void count_init(u32 task);
/* The record of a thread; NULL: of the first one, before it has a block. */
u32 count_task(struct thread *t);
/* Sets the process's name in the record. */
void count_comm(struct thread *t, const char *comm);

/* Makes a record, named like that of t, the parent. */
u32 count_task_create(struct thread *t, s32 pid, s32 tid, s32 ppid);
/* Makes the thread count into the record from now on. */
void count_thread_attach(struct thread *t, u32 task);
/* Makes the counts of a thread that ends final. The chunk stays with the block. */
void count_task_done(struct thread *t);

/* In the child of a fork: frees the lock, which no other thread is here to hold. */
void count_forked(void);
/* In the child of a fork, which has the parent's counters mapped: gives it its own. */
void count_fork_child(struct thread *t, u32 task, const struct forked_vectors *f);

/* At the end of the process, when no other thread counts any more: makes the counts of all its
 * threads final and its chunks free for others. */
void count_process_done(struct thread *t);

#endif
