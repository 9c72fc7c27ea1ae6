/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Deterministic random numbers, beside what engine.h says of them.
 */
#ifndef PMC_EMU_RANDOM_H
#define PMC_EMU_RANDOM_H

#include "emu/base/engine.h"

/* engine.place of the image that the calling process is about to exec. */
u64 random_place_of_exec(void);
/* n bytes into the program's memory. 0 or -EFAULT. */
int random_fill(u64 to, u64 n);
/* Is this descriptor open on /dev/random or /dev/urandom? */
bool random_is_device(int fd);
/* getrandom, and read, readv, pread64 of a random device. True when answered; see file_syscall(). */
bool random_syscall(long nr, u64 arg[6], long *ret);

#endif
