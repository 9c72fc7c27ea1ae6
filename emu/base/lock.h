/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * A lock between the threads of one process. It is a futex; 0 means free.
 */
#ifndef PMC_EMU_LOCK_H
#define PMC_EMU_LOCK_H

#include "emu/base/types.h"

void lock_acquire(volatile u32 *lock);
void lock_release(volatile u32 *lock);

#endif
