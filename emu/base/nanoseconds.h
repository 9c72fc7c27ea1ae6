/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* The kernel's clocks, as they are for the engine: what a program is shown may differ. */
#ifndef PMC_EMU_NANOSECONDS_H
#define PMC_EMU_NANOSECONDS_H

#include "emu/base/syscall.h"
#include "emu/base/types.h"

#include <linux/time_types.h>

/* What the clock says; 0: there is none. */
static inline u64 nanoseconds_of(int clock)
{
	struct __kernel_timespec ts = { 0, 0 };

	sys2(__NR_clock_gettime, clock, &ts);
	return (u64)ts.tv_sec * 1000000000 + (u64)ts.tv_nsec;
}

#endif
