/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Code that counts down to the next sample or the next phase (emu/count/due.h), beside the counters
 * of exits. Without samples and bursts these write nothing.
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
/* How often the sampled event happens in a passage through what is selected, at most. */
u16 spend_most(void);
/* The common end of what follows. */
u8 *spend_put_near(u8 *p);
/* Code for the beginning of the trace, whose first step this is: leaves for the engine with
 * EXIT_SAMPLE if its cell is negative. Registers and flags stay, but flags that are dead
 * there. */
u8 *spend_emit_check(u8 *p, const struct step *s, const struct trace *tr);

#endif
