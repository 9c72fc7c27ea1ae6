/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* Beginning with the heritage of another process. Under cache_lock, but for the start. */
#ifndef PMC_EMU_INHERIT_H
#define PMC_EMU_INHERIT_H

#include "emu/heritage/heritage.h"

/* Regions sleep in the cache. */
extern bool inherit_sleeps;

/* Fills the code cache, which is empty, from a heritage on the shelf. False: none fits. */
bool inherit(void);
/* Wakes up the region at pc, where there is no trace. False: none sleeps there, or it is another
 * one now. */
bool inherit_wake(u64 pc);
/* The cache is empty again. */
void inherit_forget(void);

#endif
