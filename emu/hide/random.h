/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Random numbers that are the same in every run.
 */
#ifndef PMC_EMU_RANDOM_H
#define PMC_EMU_RANDOM_H

#include "emu/base/types.h"

/* The next 64 bits, for RDRAND, getrandom and AT_RANDOM. */
u64 random_next(void);
/* At the start of an image. engine.place is set. */
void random_init(u64 seed);
/* In the parent, before any fork, vfork or clone of a process. */
void random_forking(void);
/* In the child, if it has memory of its own. Also sets engine.pid. */
void random_forked(void);
/* engine.place of the image that the calling process is about to exec. */
u64 random_place_of_exec(void);

/* Writes n bytes to the program's memory. 0 or -EFAULT. */
int random_fill(u64 to, u64 n);
/* Is this descriptor open on /dev/random or /dev/urandom? */
bool random_is_device(int fd);
/* Answers getrandom, and read, readv and pread64 of a random device. Returns as files_syscall(). */
bool random_syscall(long nr, u64 arg[6], long *ret);

#endif
