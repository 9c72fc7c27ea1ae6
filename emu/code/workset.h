/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Is the code that runs small, in a program that is large? An interpreter maps many libraries, but
 * goes round in some hundred traces. The processor predicts these well, so pairs of calls and
 * returns (pair.h) cost more than they save, and traces should go on behind calls.
 *
 * Counters tell that: the thread looks now and then which of them have changed. If nearly all
 * passages of two whiles, one after the other, are in few counters, pairs should end; if later ones
 * are in many, they should begin again. Whiles become longer, so nobody wavers for long.
 */
#ifndef PMC_EMU_WORKSET_H
#define PMC_EMU_WORKSET_H

#include "emu/base/types.h"

struct thread;

/* Is the working set of this large program another one than its code was made for? Call it now and
 * then, under cache_lock. */
bool workset_is_other(const struct thread *t);

#endif
