/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * What becomes of a kick (emu/base/kick.h) that was sent.
 *
 * A kick reaches translated code and nothing else. A thread is kicked only while it is in
 * THREAD_CACHE, and before a system call of the program it waits until a kick that is on its way
 * has come. So a kick never interrupts a call, and no call that waits for signals finds one.
 */
#ifndef PMC_EMU_SIGNAL_KICK_H
#define PMC_EMU_SIGNAL_KICK_H

#include "emu/base/types.h"

struct siginfo;
struct thread;
struct ucontext;

/* Is the signal a kick, rather than one that somebody else sent? Then it is on its way no more. */
bool kick_is(struct thread *t, int sig, const struct siginfo *info);
/* In the kernel's signal handler of the thread that was kicked. */
void kick_received(struct thread *t, struct ucontext *uc);
/* The calling thread, in THREAD_ENGINE, stays there: from now on no kick comes. */
void kick_settle(struct thread *t);
/*
 * The program's tgkill(2) or its kind. If it sends the signal of a kick, makes the call while no
 * kick is on its way, since the kernel would take the two signals for one. False: it does not.
 */
bool kick_avoid(long nr, u64 sig, const u64 a[6], long *ret);

#endif
