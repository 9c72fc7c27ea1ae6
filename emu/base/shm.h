/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The lock of the shared memory: it guards the task records, the chunks and the notes (launch.h).
 *
 * Hold it for a few instructions only, with no system call and no fault in between, and never where
 * a signal handler could want it too: after a second without progress others take it by force.
 */
#ifndef PMC_EMU_SHM_H
#define PMC_EMU_SHM_H

#include "emu/base/types.h"

void shm_lock(void);
void shm_unlock(void);

/* The same of another word in the shared memory. */
void shm_lock_word(u32 *word);
void shm_unlock_word(u32 *word);

#endif
