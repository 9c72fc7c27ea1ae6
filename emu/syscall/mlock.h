/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * mlockall(2) means the program's memory. The engine's must neither count against RLIMIT_MEMLOCK
 * nor be locked, so the kernel never gets the call itself.
 */
#ifndef PMC_EMU_MLOCK_H
#define PMC_EMU_MLOCK_H

#include "emu/base/types.h"

struct thread;

long mlock_all(struct thread *t, u64 a[6]);
long mlock_none(struct thread *t, u64 a[6]);
/* The flags that mmap(2) needs in addition, to lock what comes later, if that is possible. */
u64 mlock_mmap_flags(void);
/* Something has been mapped at [start, end): locks it if what comes later is to be locked. */
long mlock_mapped(u64 start, u64 end);
long mlock_brk(u64 to);
/* In a child of fork, for which nothing is locked. */
void mlock_forked(void);

#endif
