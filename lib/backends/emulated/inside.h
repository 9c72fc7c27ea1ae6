/* SPDX-License-Identifier: BSD-2-Clause */
/* The engine's own system call, for a program that runs under it. */
#ifndef PMC_LIB_INSIDE_H
#define PMC_LIB_INSIDE_H

#include "core/base/types.h"
#include "emu/launch.h"

/* The flags of the shared memory's header, or -ENOSYS: no engine runs this program. */
long engine_flags(void);
/* The calling thread's counts by now. 0 or -errno. */
int engine_read(u64 total[EMU_NSIGNALS]);

#endif
