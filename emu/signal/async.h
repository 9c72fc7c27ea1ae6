/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Signals that somebody sent.
 */
#ifndef PMC_EMU_SIGNAL_ASYNC_H
#define PMC_EMU_SIGNAL_ASYNC_H

struct siginfo;
struct thread;
struct ucontext;

/* In the kernel's signal handler. */
void async_received(struct thread *t, int sig, const struct siginfo *info, struct ucontext *uc);

#endif
