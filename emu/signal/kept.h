/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Signals that the engine keeps for a thread.
 *
 * The kernel can never block KEPT_SIGNALS while the thread runs translated code. When the program
 * blocks one of them and somebody sends it, the engine keeps it, with its siginfo, where the
 * kernel would have kept it pending. A system call runs no translated code: for as long as it
 * takes, the kernel has the program's mask and the kept signals. So sigtimedwait(2) and signalfd(2)
 * find them, and they do not interrupt a call that waits for something else.
 */
#ifndef PMC_EMU_SIGNAL_KEPT_H
#define PMC_EMU_SIGNAL_KEPT_H

#include "emu/base/types.h"

struct siginfo;
struct thread;

/* Keeps a signal. As in the kernel, a standard signal is pending once at most. */
void kept_add(struct thread *t, int sig, const struct siginfo *info);
/* The signals that are kept. */
u64 kept_set(const struct thread *t);
/* Sends those signals of the set that are kept to the thread. */
void kept_send(struct thread *t, u64 set);

/*
 * Before a system call: gives the kernel the program's mask and the kept signals, if the program
 * blocks any of them. True: call kept_take_back() after the call. A handler that interrupts the
 * call and does not return to it takes them back, too, since the engine's mask comes with it.
 */
bool kept_lend(struct thread *t);
void kept_take_back(struct thread *t);

#endif
