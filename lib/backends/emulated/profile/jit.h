/* SPDX-License-Identifier: BSD-2-Clause */
/* The names that a JIT gives to the code that it makes, in perf-PID.map or jit-PID.dump. */
#ifndef PMC_LIB_EMULATED_JIT_H
#define PMC_LIB_EMULATED_JIT_H

#include "core/base/types.h"

struct builder;
struct space;

/*
 * Adds the names of the process's code without files. A file that is missing, or lines that are
 * none, give no names. Each line of /tmp/perf-PID.map is "START SIZE NAME", both numbers
 * hexadecimal (tools/perf/Documentation/jit-interface.txt of Linux). jit-PID.dump (jitdump.h), in
 * /tmp or the present folder, also has bytes and lines.
 */
void jit_names(struct builder *b, const struct space *s, s32 pid);

#endif
