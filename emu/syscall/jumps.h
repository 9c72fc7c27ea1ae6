/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The table of indirect jumps that each thread has in its block: where the code cache is entered,
 * by the low 16 bits of the program address. offsets.h says where it lies (T_IND). With a profile,
 * or with bursts, a second one follows, so that places are those of emu/code/heads.h.
 */
#ifndef PMC_EMU_SYSCALL_JUMPS_H
#define PMC_EMU_SYSCALL_JUMPS_H

#include "emu/base/types.h"

struct thread;

/* Once, when the code cache is there. */
void jumps_init(void);
/* Is there a second table? */
bool jumps_are_two(void);
/* The first thread begins with what other processes have translated: if that is much, all pages of
 * its table are about to be written. */
void jumps_fill(struct thread *t);
/* A thread begins: its table knows no address, or is the one that threads share. */
void jumps_begin(struct thread *t);
/* No table knows an address. The caller holds threads_lock, and no thread runs translated code. */
void jumps_clear(void);
/* Puts the thread's table in a large page, if it has one of its own. */
void jumps_collapse(struct thread *t);
/* The thread's block is given back. Returns how much memory there is of what lies between its table
 * and its chunk. */
u64 jumps_forget(const struct thread *t);
/* In a child of fork, which has a code cache of its own from now on: it shares no table. */
void jumps_forked(struct thread *t);
/* The thread jumps there, and has come by the engine: it finds the entry by itself, soon. */
void jumps_set(struct thread *t, u32 at, const u8 *to);

#endif
