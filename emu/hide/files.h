/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * System calls by which the program could see or lose the engine.
 */
#ifndef PMC_EMU_FILES_H
#define PMC_EMU_FILES_H

#include "emu/base/types.h"

/*
 * Looks at a system call before it is passed on: hidden descriptors (close, close_range, dup2,
 * dup3, fcntl, …), /proc/self/exe (open*, readlink*, stat*, …), limits, the CPUs, and under
 * --deterministic random numbers (getrandom, reads of /dev/urandom and /dev/random). Returns true
 * when it has answered the call: the result (or -errno) is in *ret. Returns false when the call is
 * to be passed on; arg[] may have changed. Several threads may call this at once, with signals
 * unblocked.
 */
bool files_syscall(long nr, u64 arg[6], long *ret);

#endif
