/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Stopping the other threads of the process: while the code cache is emptied, and at the end.
 */
#ifndef PMC_EMU_STOP_H
#define PMC_EMU_STOP_H

#include "emu/base/types.h"

struct thread;

/* A thread wants the others out of the code cache: whoever enters it looks here, and steps back. */
extern volatile u32 stop_wanted;

/*
 * Waits until no other thread is in the code cache, and keeps them all out. The caller holds
 * cache_lock. patience: in tenths of milliseconds, 0: for ever. False: one is still in there.
 */
bool stop_others(struct thread *self, unsigned patience);
/* Lets them in again. */
void stop_end(void);

#endif
