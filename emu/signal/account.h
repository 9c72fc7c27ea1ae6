/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The one account of pending signals that the engine keeps in the kernel's place: those of
 * SYNC_SIGNALS that the program blocks. As in the kernel they are pending for a thread or for the
 * process, and each of them once. Every pending signal is either here or in the kernel.
 *
 * The kernel does not tell for whom a signal was sent. siginfo.code does: kill(2), sigqueue(3),
 * timers and message queues send to the process, tgkill(2) and faults to a thread. Only
 * rt_tgsigqueueinfo(2) can look like sigqueue(3), so the engine marks what the program sends by it
 * (forward.h).
 */
#ifndef PMC_EMU_SIGNAL_ACCOUNT_H
#define PMC_EMU_SIGNAL_ACCOUNT_H

#include "emu/base/types.h"

struct siginfo;
struct thread;

/* How many signals there have been for the process. */
extern volatile u32 account_n_shared;

/* Adds a signal that t has received. False: t is at work here, and the signal comes once more. */
bool account_add(struct thread *t, int sig, const struct siginfo *info);
/* Is the signal for the process, rather than for t? */
bool account_is_shared(const struct thread *t, const struct siginfo *info);
/* What is pending for t, and for its process. */
u64 account_own(const struct thread *t);
u64 account_shared(const struct thread *t);
/* Takes a signal that is pending for t and in `own`, or for its process and in `shared`. False:
 * there is none. */
bool account_take(struct thread *t, u64 own, u64 shared, struct siginfo *info);
/*
 * Sends a signal that is pending for t's process on to `to`, a thread of the process that does not
 * block it, or is still in the call with that number (0: any). False: it is not, or there is no
 * such signal.
 */
bool account_pass(struct thread *t, struct thread *to, int sig, u32 call);

/* The program ignores the signal from now on: it is not pending any more. */
void account_forget(struct thread *t, int sig);
/* In the child of a fork: pending signals are the parent's. */
void account_forked(struct thread *t);
/* A thread begins, and ends. Between these, signals are passed to it. At the end all signals are
 * blocked. */
void account_open(struct thread *t);
void account_close(struct thread *t);

#endif
