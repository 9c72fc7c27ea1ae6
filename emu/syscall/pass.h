/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * System calls that the kernel carries out for the program.
 */
#ifndef PMC_EMU_SYSCALL_PASS_H
#define PMC_EMU_SYSCALL_PASS_H

#include "emu/base/types.h"

struct thread;

/* Passes the call on as it is, but for what the program must not see of the engine. */
long pass_on(struct thread *t, long nr, u64 a[6]);

#endif
