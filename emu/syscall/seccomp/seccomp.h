/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Seccomp filters of the program.
 */
#ifndef PMC_EMU_SECCOMP_H
#define PMC_EMU_SECCOMP_H

#include "emu/base/types.h"

struct thread;

/* Do the program's filters let this call pass? The kernel is to refuse a call that they do not. */
bool seccomp_allows(const struct thread *t, long nr, const u64 arg[6]);
/* Do prctl's or seccomp's arguments begin strict mode, or install a filter that can be read?
 * Programs ask whether the kernel has filters by NULL, which it refuses with EFAULT. */
bool seccomp_confines(long nr, const u64 arg[6]);
/* Do prctl's or seccomp's arguments install a filter? Then it was done, with the result in *ret. */
bool seccomp_install(struct thread *t, long nr, const u64 arg[6], long *ret);
/* Would the filters that the program has installed end the next image of the engine? */
bool seccomp_forbids_engine(const struct thread *t);

#endif
