/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * On the way to a sample (EMU_F_SAMPLE): when the next one is near, the engine lets the program run
 * by traces and pieces of code that surely end before it, and then instruction by instruction.
 * Before each that may be the one it notes the program's place and call chain; if the event has
 * happened with that instruction, they are the sample (emu/count/sample.h). So each sample is of
 * the very instruction, with the registers before it.
 */
#ifndef PMC_EMU_APPROACH_H
#define PMC_EMU_APPROACH_H

#include "emu/base/types.h"

struct thread;
struct trace;

/* Does a passage through the trace end before the next sample? All cells being negative, it comes
 * back to the engine where it looks at its own, but not if that is its first instruction. */
bool approach_fits(const struct thread *t, const struct trace *tr);
/* May a trace well end before it? Finding one behind what was executed alone costs as much as the
 * last instructions do. */
bool approach_is_worth(const struct thread *t);
/* Most likely the thread goes on with instruction `at` of the trace, and what is behind that. */
void approach_along(struct thread *t, const struct trace *tr, u32 at);
/* Is it known how the program most likely goes on at t->cpu.rip? Then tells that to the selection,
 * for a piece. Under cache_lock. */
bool approach_is_along(const struct thread *t);
/* How many instructions surely end before it. */
u32 approach_surely(const struct thread *t);
/* The thread has left a trace in its midst, at pc: no new trace is to begin there. */
void approach_from(struct thread *t, u64 pc);
/* The selected instructions are executed next, more than one only if they surely end before the
 * sample. Under cache_lock. */
void approach_before(struct thread *t);

#endif
