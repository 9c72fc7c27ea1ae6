// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * All time on the CPU is shown as time in user mode. The kernel checks everything else about a
 * call: clocks that do not exist, clocks of other processes, and of devices.
 */
#include "emu/hide/timing.h"

#include "emu/base/engine.h"
#include "emu/base/syscall.h"
#include "emu/base/thread.h"
#include "emu/base/usermem.h"
#include "emu/hide/clock.h"
#include "emu/hide/instant.h"
#include "emu/launch.h"

#include <linux/resource.h>
#include <linux/time.h>

#define TICK 10000000ull /* of times(2) */

#define COARSE 4000000ull /* the resolution of the coarse clocks */

/* Is it a clock of the process's CPU time? A number below zero is made of a process, 0 for the own
 * one, and of what the clock says: 2 is the time, 3 is none of them. */
static bool is_own_cpu(s32 clock)
{
	if (clock == CLOCK_PROCESS_CPUTIME_ID || clock == CLOCK_THREAD_CPUTIME_ID)
		return true;
	return clock < 0 && (clock & 3) != 3 &&
	       (~(clock >> 3) == 0 || ~(clock >> 3) == thread_self()->tid);
}

static bool gettime(s32 clock, u64 to, long *ret)
{
	struct thread *t = thread_self();
	u64 v[2];

	if (instant_is_wall(clock))
		instant_split(v, instant_shown(clock, clock_look(t)), FORM_TIMESPEC);
	else if (is_own_cpu(clock) && !(clock_follows() && clock != CLOCK_PROCESS_CPUTIME_ID))
		instant_split(v, clock_look_cpu(t), FORM_TIMESPEC);
	else
		return false;
	*ret = copy_to_user(to, v, sizeof(v));
	return true;
}

static bool getres(s32 clock, u64 to, long *ret)
{
	bool coarse = clock == CLOCK_REALTIME_COARSE || clock == CLOCK_MONOTONIC_COARSE;
	u64 v[2] = { 0, coarse ? COARSE : 1 };

	if (!instant_is_wall(clock) && !is_own_cpu(clock))
		return false;
	*ret = to ? copy_to_user(to, v, sizeof(v)) : 0;
	return true;
}

static long timeofday(u64 to, u64 zone_to)
{
	const u32 zone[2] = { 0, 0 };
	u64 v[2];

	instant_split(v, instant_shown(CLOCK_REALTIME, clock_look(thread_self())), FORM_TIMEVAL);
	if ((to && copy_to_user(to, v, sizeof(v))) ||
	    (zone_to && copy_to_user(zone_to, zone, sizeof(zone))))
		return -EFAULT;
	return 0;
}

static long seconds(u64 to)
{
	u64 now = instant_shown(CLOCK_REALTIME, clock_look(thread_self())) / CLOCK_SECOND;

	return to && copy_to_user(to, &now, sizeof(now)) ? -EFAULT : (long)now;
}

static long times(u64 to)
{
	u64 cpu = clock_look_cpu(thread_self());
	const u64 v[4] = { cpu / TICK, 0, engine.clock->children / TICK, 0 };

	if (to && copy_to_user(to, v, sizeof(v)))
		return -EFAULT;
	return (long)(instant_shown(CLOCK_MONOTONIC, clock_now()) / TICK);
}

int timing_set_rusage(u64 to, u64 cpu)
{
	u64 v[4] = { 0 };

	instant_split(v, cpu, FORM_TIMEVAL);
	return copy_to_user(to, v, sizeof(v));
}

static bool rusage(u64 who, u64 to, long *ret)
{
	struct rusage usage;
	u64 cpu;

	if ((int)who == RUSAGE_THREAD && clock_follows())
		return false;
	*ret = sys2(__NR_getrusage, who, &usage);
	if (*ret)
		return true;
	cpu = clock_look_cpu(thread_self());
	if ((int)who == RUSAGE_CHILDREN)
		cpu = engine.clock->children;
	if (copy_to_user(to, &usage, sizeof(usage)) || timing_set_rusage(to, cpu))
		*ret = -EFAULT;
	return true;
}

bool timing_syscall(long nr, const u64 arg[6], long *ret)
{
	switch (nr) {
	case __NR_clock_gettime:
		return gettime((s32)arg[0], arg[1], ret);
	case __NR_clock_getres:
		return getres((s32)arg[0], arg[1], ret);
	case __NR_gettimeofday:
		*ret = timeofday(arg[0], arg[1]);
		return true;
	case __NR_time:
		*ret = seconds(arg[0]);
		return true;
	case __NR_times:
		*ret = times(arg[0]);
		return true;
	default:
		return rusage(arg[0], arg[1], ret);
	}
}

u64 timing_tsc(struct thread *t)
{
	return instant_shown(CLOCK_MONOTONIC, clock_look(t));
}
