/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * What a program with a virtual clock sees of it.
 */
#ifndef PMC_EMU_TIMING_H
#define PMC_EMU_TIMING_H

#include "emu/base/types.h"

struct thread;

/* Answers clock_gettime, clock_getres, gettimeofday, time, times and getrusage. Returns as
 * files_syscall(). */
bool timing_syscall(long nr, const u64 arg[6], long *ret);
/* The time-stamp counter, which runs at the 1 GHz of machine/cpuinfo.c. */
u64 timing_tsc(struct thread *t);
/* Writes CPU time to a struct rusage of the program. 0 or -EFAULT. */
int timing_set_rusage(u64 to, u64 cpu);

#endif
