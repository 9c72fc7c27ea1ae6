/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * On the way to a sample (EMU_F_SAMPLE): when the next one is near, the engine lets the program run
 * by traces that surely end before it, and then instruction by instruction. Before each that may be
 * the one it notes the program's place and call chain; if the event has happened with that
 * instruction, they are the sample (emu/count/sample.h). So each sample is of the very instruction,
 * with the registers before it.
 */
#ifndef PMC_EMU_APPROACH_H
#define PMC_EMU_APPROACH_H

#include "emu/base/types.h"

struct thread;
struct trace;

/* Does a passage through the trace end before the next sample? */
bool approach_fits(const struct thread *t, const struct trace *tr);
/* The thread enters it, and may go on to others for a while. */
void approach_enter(struct thread *t, const struct trace *tr);
/* The one instruction at t->cpu.rip, of that length, is executed next. Under cache_lock. */
void approach_before(struct thread *t, u32 length);

#endif
