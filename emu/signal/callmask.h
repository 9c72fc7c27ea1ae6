/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * System calls that wait with a signal mask of their own.
 */
#ifndef PMC_EMU_SIGNAL_CALLMASK_H
#define PMC_EMU_SIGNAL_CALLMASK_H

#include "emu/base/types.h"

struct thread;

/* Before a call of the program: if it has a mask, sets t->call_mask and t->call_masked. */
void callmask_note(struct thread *t, long nr, const u64 a[6]);

#endif
