/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The counters of this process. A counter belongs to an edge between traces; its number means the
 * same in all threads, each of which counts in a chunk of its own.
 */
#ifndef PMC_EMU_COUNT_H
#define PMC_EMU_COUNT_H

#include "emu/base/types.h"
#include "emu/launch.h"

struct log;
struct thread;

/* What the counters mean: this process's vector chunk. */
extern struct emu_vectors *count_vectors;

/* Makes a new vector chunk, empty. The record is that of the process's first thread. */
void count_vectors_create(u32 task);

/*
 * A fork. The parent may clear its vectors, or end, before the child runs. So it makes the child's
 * copy itself, and both have it mapped until the parent ends the fork and the child has taken it.
 */
struct forked_vectors {
	u32 chunk;
	struct emu_vectors *at;
	u64 log_at; /* of a profile: how far the parent's log had come */
};
/* In the parent, before the kernel's call and after it. The record is the parent's. False: there is
 * no memory. */
bool count_fork_begin(struct forked_vectors *f, u32 task);
void count_fork_end(const struct forked_vectors *f, bool forked);
/* In the child: the copy becomes count_vectors. The record is the child's. */
void count_fork_take(const struct forked_vectors *f, u32 task);

/* Returns a new counter for an edge. The caller has asked count_exits_left(). */
u32 count_exit_id(u64 vec);
/* A counter that others with the same vector have, too, where no log tells counters apart. */
u32 count_shared_id(u64 vec);
u32 count_exits_left(void);
/* So many counters the process may have, … */
u32 count_most(void);
/* … and few of them are left: half of the least, or a quarter of what large programs have. */
bool count_are_few(void);
/* Ends the counters' meaning: the code cache is flushed and no thread is in it. */
void count_reset_exits(void);

/* Counts a passage that has no counter. The weight is 1 or -1. */
void count_passage(struct thread *t, struct emu_passage p);
/* Counts the instruction at pc once more, or once less, as one of the class (vector.h). */
void count_add(struct thread *t, u64 pc, u8 cls);
void count_sub(struct thread *t, u64 pc, u8 cls);

/* Writes what a thread's chunk has to the log of a profile, and clears what the log has then. The
 * record's sequence lock is held. */
void count_log(struct log *l, const struct emu_task *k, const struct emu_thread *c,
	       const struct emu_vectors *v);
void count_clear(struct emu_thread *c, u32 chunk, const struct emu_vectors *v);

/* Adds to out what a thread's chunk holds. */
void count_sum(const struct emu_thread *c, u32 chunk, const struct emu_vectors *v,
	       u64 out[EMU_NSIGNALS]);
/* The instructions of the thread since it began to use its chunk. */
u64 count_instructions(const struct thread *t);

#endif
