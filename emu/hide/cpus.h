/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The number of CPUs that the program sees, and their /proc/cpuinfo.
 */
#ifndef PMC_EMU_CPUS_H
#define PMC_EMU_CPUS_H

#include "emu/base/types.h"

/* Answers sched_getaffinity, sched_setaffinity and getcpu. Returns as files_syscall(). */
bool cpus_syscall(long nr, const u64 arg[6], long *ret);

/*
 * Answers the opening of a file that would show the host's CPUs, with a file of the same name's
 * contents in memory. flags are those of open(2). Returns as files_syscall().
 */
bool cpus_open(const char *path, u64 flags, long *ret);

/* The CPU on which the caller runs, for a program that sees machine_cpus() of them. */
#define CPUS_CURRENT 0

#endif
