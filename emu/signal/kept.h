/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Signals that the program blocks and the kernel does not.
 *
 * The kernel can never block SYNC_SIGNALS while the thread runs translated code. When the program
 * blocks one of them and somebody sends it, the engine keeps it in its account (account.h). A
 * system call runs no translated code: for as long as it takes, the kernel has the program's mask
 * and the pending signals of the thread, and those of the process that the call waits for. So
 * sigtimedwait(2) and signalfd(2) find them, and they do not interrupt a call that waits for
 * something else.
 */
#ifndef PMC_EMU_SIGNAL_KEPT_H
#define PMC_EMU_SIGNAL_KEPT_H

#include "emu/base/types.h"

struct siginfo;
struct thread;

/* Keeps a signal that t has received and blocks, or passes it on to a thread of the process. */
void kept_add(struct thread *t, int sig, const struct siginfo *info);
/* Sends those signals of the set that are pending for the thread or its process to the thread. */
void kept_send(struct thread *t, u64 set);
/* The same for what the program does not block any more. */
void kept_wake(struct thread *t);

/*
 * Before a system call: gives the kernel the program's mask and the pending signals, if the program
 * blocks any of them. True: call kept_take_back() after the call. A handler that interrupts the
 * call and does not return to it takes them back, too, since the engine's mask comes with it.
 */
bool kept_lend(struct thread *t, long nr, const u64 a[6]);
void kept_take_back(struct thread *t, long nr, const u64 a[6], long ret);

#endif
