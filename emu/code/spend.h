/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Code that counts down to the next sample or the next phase (emu/count/due.h), beside the counters
 * of exits. Without samples and bursts these write nothing.
 *
 * A look for the next sample comes with the countdown, whose flags tell the sign, and not at a
 * trace's beginning, where it would have to load the cell, and save a register where the flags are
 * alive. So a trace may find in its midst that it has counted down too far for its rest: then the
 * engine takes that back (path_spent()).
 */
#ifndef PMC_EMU_SPEND_H
#define PMC_EMU_SPEND_H

#include "emu/base/types.h"

struct exit;
struct step;
struct trace;

/* Does a passage by the exit take anything off? */
bool spend_takes(const struct exit *x);
/* What it takes off. The flags change. */
u8 *spend_emit(u8 *p, const struct exit *x);
/* The same, in RCX, and without touching the flags. */
u8 *spend_emit_rcx(u8 *p, const struct exit *x);
/*
 * With samples, does a trace look whether its cell is negative, wherever it has counted down? Then
 * it leaves for the engine, with EXIT_SAMPLE where the program is at a known place, and where it
 * jumps as if no trace were there.
 */
bool spend_looks(const struct exit *x);
/* The look behind spend_emit(). The flags change. */
u8 *spend_emit_look(u8 *p, u32 exit);
/* The look behind spend_emit_rcx(), which loads the program's RCX from slot 2. */
u8 *spend_emit_look_rcx(u8 *p, u32 exit);
/* The look before a jump to the target in RCX, which is in T_TARGET, too. */
u8 *spend_emit_look_jump(u8 *p, u32 exit);
/* The same before a return, which takes so many bytes off the stack. */
u8 *spend_emit_look_return(u8 *p, u32 exit, u32 pops);
/* Has the exit's trace looked in its midst, before it came to its end by this exit? */
bool spend_has_looked(u32 exit);
/* How often the sampled event happens in a passage through what is selected, at most. */
u16 spend_most(void);
/* The common end of what follows. */
u8 *spend_put_near(u8 *p);
/* With bursts, code for the beginning of the trace, whose first step this is: leaves for the engine
 * with EXIT_SAMPLE if its cell is negative. Registers and flags stay, but flags that are dead
 * there. */
u8 *spend_emit_check(u8 *p, const struct step *s, const struct trace *tr);

#endif
