/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Moves of counts from place to place, of which a reader adds up all (launch.h). The process may be
 * killed at any instruction of a move, and the sum stays the same: what the places will hold is
 * noted first, and stands for them until all of them hold it. The record's sequence lock is held.
 */
#ifndef PMC_EMU_MOVE_H
#define PMC_EMU_MOVE_H

#include "emu/base/string.h"
#include "emu/launch.h"

/* From now on `to` is what base and these places (EMU_MOVE_) have in sum. */
static inline void move_begin(struct emu_thread *c, const u64 to[EMU_NSIGNALS], u32 places)
{
	memcpy(c->moved, to, sizeof(c->moved));
	__atomic_store_n(&c->moving, places, __ATOMIC_RELEASE);
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
}

/* They have it: base, or record.done, and the others are clear. So is the note, as whoever gets the
 * chunk next wants zeros. */
static inline void move_end(struct emu_thread *c)
{
	__atomic_store_n(&c->moving, 0, __ATOMIC_RELEASE);
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	memset(c->moved, 0, sizeof(c->moved));
}

#endif
