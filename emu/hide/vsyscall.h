/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The vsyscall page.
 */
#ifndef PMC_EMU_VSYSCALL_H
#define PMC_EMU_VSYSCALL_H

#include "emu/base/types.h"

struct thread;

/* The program has jumped to where no code can be read. Carries out the call if that is a function
 * of the vsyscall page. False: it is none. */
bool vsyscall_call(struct thread *t);

#endif
