// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See instant.h. */
#include "emu/hide/instant.h"

#include "emu/base/engine.h"
#include "emu/base/nanoseconds.h"
#include "emu/hide/clock.h"
#include "emu/launch.h"

#include <linux/time.h>

#define LONGEST (UINT64_MAX / 4) /* 146 years */

u64 instant_join(const u64 v[2], enum form form)
{
	if (v[0] >= LONGEST / CLOCK_SECOND)
		return LONGEST;
	return v[0] * CLOCK_SECOND + (form == FORM_TIMEVAL ? v[1] * 1000 : v[1]);
}

void instant_split(u64 v[2], u64 ns, enum form form)
{
	v[0] = ns / CLOCK_SECOND;
	v[1] = ns % CLOCK_SECOND;
	if (form == FORM_TIMEVAL)
		v[1] /= 1000;
}

bool instant_valid(const u64 v[2], enum form form)
{
	return (s64)v[0] >= 0 && v[1] < (form == FORM_TIMEVAL ? 1000000 : CLOCK_SECOND);
}

bool instant_is_wall(s32 clock)
{
	return clock >= CLOCK_REALTIME && clock <= CLOCK_TAI && clock != CLOCK_PROCESS_CPUTIME_ID &&
	       clock != CLOCK_THREAD_CPUTIME_ID && clock != CLOCK_SGI_CYCLE;
}

/* What a clock shows at the virtual clock's start. */
static u64 start(s32 clock)
{
	switch (clock) {
	case CLOCK_MONOTONIC:
	case CLOCK_MONOTONIC_RAW:
	case CLOCK_MONOTONIC_COARSE:
	case CLOCK_BOOTTIME:
	case CLOCK_BOOTTIME_ALARM:
		return CLOCK_UPTIME;
	default:
		return engine.shm->clock_start * CLOCK_SECOND;
	}
}

u64 instant_shown(s32 clock, u64 time)
{
	return start(clock) + time;
}

u64 instant_of(s32 clock, u64 shown)
{
	return shown > start(clock) ? shown - start(clock) : 0;
}

u64 instant_real(s32 clock, u64 shown)
{
	u64 at = instant_of(clock, shown), now = clock_now();

	return nanoseconds_of(clock) + (at > now ? at - now : 0);
}
