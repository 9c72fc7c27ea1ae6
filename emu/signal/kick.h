/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * SIGKICK: the signal by which one thread gets another out of translated code.
 */
#ifndef PMC_EMU_SIGNAL_KICK_H
#define PMC_EMU_SIGNAL_KICK_H

#include "emu/base/types.h"

struct siginfo;
struct thread;
struct ucontext;

void kick_send(struct thread *t);
/* Is the signal a kick, rather than a signal 64 that somebody else sent? */
bool kick_is(int sig, const struct siginfo *info);
/* In the kernel's signal handler of the thread that was kicked. */
void kick_received(struct thread *t, struct ucontext *uc);

#endif
