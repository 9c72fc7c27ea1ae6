/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The totals of a thread whose program reads its own counts. Most counters are the same as at the
 * read before, so only what changed is multiplied by its vector.
 */
#ifndef PMC_EMU_TOTAL_H
#define PMC_EMU_TOTAL_H

#include "emu/base/types.h"
#include "emu/launch.h"

struct thread;

/* The thread's counts since it began to use its chunk. The calling thread is t. Under
 * cache_lock. */
void total_read(struct thread *t, u64 out[EMU_NSIGNALS]);
/* Would the next reads be so much faster with an empty code cache that emptying it pays? Asked
 * after a read. */
bool total_wants_flush(const struct thread *t);
/* In the child of a fork: frees what another thread had. */
void total_forget(struct thread *t);

#endif
