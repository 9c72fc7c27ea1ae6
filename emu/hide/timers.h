/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The timers of a program with a virtual clock: ITIMER_REAL, POSIX timers, descriptors of
 * timerfd_create(2).
 */
#ifndef PMC_EMU_TIMERS_H
#define PMC_EMU_TIMERS_H

#include "emu/base/types.h"

struct thread;

/* At the start of an image. */
void timers_init(void);
/* In the child of a fork. */
void timers_forked(void);
/* Before an exec. */
void timers_before_exec(bool vfork_child);

/*
 * Brings clock and timers together: the clock reaches the times of timers that have expired, and
 * the process waits for those that its clock has reached. Called when the program looks at the
 * clock, and after calls that may wait.
 */
void timers_pass(struct thread *t);

/* Answers alarm, getitimer and the like. Returns as files_syscall(). */
bool timers_syscall(long nr, const u64 arg[6], long *ret);
/* The program closes these descriptors. */
void timers_close(u32 first, u32 last);

#endif
