/* SPDX-License-Identifier: BSD-2-Clause */
/* The names that a JIT gives to the code that it makes, in perf-PID.map or jit-PID.dump. */
#ifndef PMC_LIB_PROFILE_JIT_NAMES_H
#define PMC_LIB_PROFILE_JIT_NAMES_H

#include "core/base/types.h"
#include "lib/profile/jit/dump.h"

/* What the function points to lives until it returns. */
typedef void jit_take(void *data, const struct jit_function *function);

/*
 * Gives all functions that files name for the process, in the order of the files. A file that is
 * missing, or lines that are none, give no names. Each line of /tmp/perf-PID.map is "START SIZE
 * NAME", both numbers hexadecimal (tools/perf/Documentation/jit-interface.txt of Linux).
 * jit-PID.dump, in /tmp or the present folder, also has bytes and lines.
 */
void jit_names(s32 pid, jit_take *take, void *data);

#endif
