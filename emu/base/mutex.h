/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * A lock between the threads of one process. It is a futex; 0 means free.
 */
#ifndef PMC_EMU_MUTEX_H
#define PMC_EMU_MUTEX_H

#include "emu/base/types.h"

void mutex_lock(volatile u32 *lock);
void mutex_unlock(volatile u32 *lock);

#endif
