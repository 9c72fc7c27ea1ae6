/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Signals that were sent to the process, and that the thread which received them blocks.
 */
#ifndef PMC_EMU_SIGNAL_ROUTE_H
#define PMC_EMU_SIGNAL_ROUTE_H

#include "emu/base/types.h"

struct thread;

/* Passes the signal, which is pending for t's process, to another thread that does not block it or
 * waits for it. */
void route_shared(struct thread *t, int sig);
/*
 * Those of SYNC_SIGNALS that a system call with these arguments takes or shows: rt_sigtimedwait(2),
 * reading a signalfd, waiting for one. A call with a signal mask of its own gets what this leaves
 * unblocked.
 */
u64 route_wanted(const struct thread *t, long nr, const u64 a[6]);

#endif
