/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Emptying the code cache.
 */
#ifndef PMC_EMU_FLUSH_H
#define PMC_EMU_FLUSH_H

struct thread;

/* Waits until no thread is in the cache, and empties it. The caller holds cache_lock, in state
 * THREAD_ENGINE. */
void flush_cache(struct thread *self);

#endif
