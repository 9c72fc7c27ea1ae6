/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * What the counters of threads that have ended had, for who wants to know how often code was
 * passed. Totals of events (count.h) are another matter. Under cache_lock, but for ended_note().
 */
#ifndef PMC_EMU_ENDED_H
#define PMC_EMU_ENDED_H

#include "emu/launch.h"

/* Notes them from now on. */
void ended_begin(void);
/* The thread whose chunk this is ends. One thread at a time. */
void ended_note(const struct emu_thread *c, u32 chunk, u32 n);
/* Forgets them: counters mean something else from now on. */
void ended_reset(void);
/* How often such threads have passed the counter. */
u64 ended_passages(u32 counter);

#endif
