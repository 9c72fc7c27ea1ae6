/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Times as system calls have them: in two words, or on one of the kernel's clocks. All others are
 * in nanoseconds; those of the virtual clock since its start.
 */
#ifndef PMC_EMU_INSTANT_H
#define PMC_EMU_INSTANT_H

#include "emu/base/types.h"

enum form { FORM_TIMESPEC, FORM_TIMEVAL };

/* Seconds, and nanoseconds or microseconds. What is too long for 64 bits becomes very long. */
u64 instant_join(const u64 v[2], enum form form);
void instant_split(u64 v[2], u64 ns, enum form form);
/* Will the kernel take it? */
bool instant_valid(const u64 v[2], enum form form);

/* Is it a clock of time that passes, and not of CPU time? */
bool instant_is_wall(s32 clock);
/* What a clock shows at a time of the virtual clock. */
u64 instant_shown(s32 clock, u64 time);
/* When a clock shows this; 0: before the start. */
u64 instant_of(s32 clock, u64 shown);
/* What the kernel's clock shows, in real time, when the virtual one shows this. */
u64 instant_real(s32 clock, u64 shown);

#endif
