/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The sequence lock of a task record: its number is odd while the engine moves counts between the
 * places that a reader adds up (launch.h).
 */
#ifndef PMC_EMU_SEQ_H
#define PMC_EMU_SEQ_H

#include "emu/launch.h"

static inline void seq_begin(struct emu_task *k)
{
	__atomic_store_n(&k->seq, k->seq + 1, __ATOMIC_RELAXED);
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
}

static inline void seq_end(struct emu_task *k)
{
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	__atomic_store_n(&k->seq, k->seq + 1, __ATOMIC_RELEASE);
}

#endif
