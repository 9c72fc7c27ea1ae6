/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Passages without a counter, for the profile (emu/profile.h): a thread gathers them in its chunk,
 * where they outlive its end by a signal, and writes them to the log when there are many. Without
 * EMU_F_PROFILE nobody may call anything here.
 */
#ifndef PMC_EMU_PASSAGE_H
#define PMC_EMU_PASSAGE_H

#include "emu/base/types.h"
#include "emu/launch.h"

struct log;
struct thread;

/* Adds to what the thread has of this passage; the weight may be negative. */
void passage_add(struct thread *t, const struct emu_passage *p);
/* Adds to out what the passages of a chunk count. */
void passage_sum(const struct emu_thread *c, u64 out[EMU_NSIGNALS]);
/* The meaning of addresses changes: what threads have gathered so far goes by the log as it was. */
void passage_new_meaning(void);
/* How often it has changed. */
u32 passage_meaning(void);

/* Who counts into the record. */
struct emu_log_who log_who(const struct emu_task *k);
/* Writes the passages of a chunk to the log. The record's sequence lock is held. */
void passage_log(struct log *l, const struct emu_task *k, const struct emu_thread *c);
/* Writes the counters of a chunk to the log. The record's sequence lock is held. */
void passage_log_counts(struct log *l, const struct emu_task *k, const struct emu_thread *c, u32 n);

#endif
