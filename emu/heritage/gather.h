/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The place of hot code. A trace lies where it was translated, so a large program's hot code is
 * spread over all that it has ever passed, and each jump to the next trace is taken. Before a
 * process leaves its translations to others, it lays hot traces anew: all together, and in chains
 * (order.h), in which a jump to what follows is a NOP (emu/code/link.h).
 *
 * A trace that is laid anew is another one, a copy with the exits and counters of the old one,
 * which is dropped. So the process itself could go on with it. Under cache_lock, while no thread is
 * in the cache.
 */
#ifndef PMC_EMU_GATHER_H
#define PMC_EMU_GATHER_H

#include "emu/base/types.h"

struct heritage;

/* Plans it. False: there is nothing to lay. */
bool gather_begin(void);
/* Adds to the measures of a heritage what it will have more, roughly. */
void gather_measure(struct heritage *h);
/* Lays hot traces anew, if `is_wanted`, and forgets the plan. */
void gather_end(bool is_wanted);

#endif
