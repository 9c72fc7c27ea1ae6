/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * What a modelled machine counts, instruction by instruction, for the profile (emu/profile.h): a
 * thread gathers it in a chunk of its own, where it outlives the thread's end by a signal, and
 * writes it to the log when the chunk is full or addresses change their meaning. The chunk of the
 * thread's counters says which one it is; there is none before the first count.
 */
#ifndef PMC_EMU_TOLD_H
#define PMC_EMU_TOLD_H

#include "emu/base/types.h"
#include "emu/launch.h"

struct log;
struct thread;

/* An instruction has counted. In the midst of translated code: see emu/model/access.c. */
void told_add(struct thread *t, u64 pc, u32 what, u64 n);

/* Writes what belongs to a thread's chunk to the log. The record's sequence lock is held. */
void told_log(struct log *l, const struct emu_task *k, const struct emu_thread *c);
/* Clears it. */
void told_clear(struct emu_thread *c);
/* Gives the chunk back, which is clear. */
void told_free(struct emu_thread *c);

#endif
