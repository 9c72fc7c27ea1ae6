// SPDX-License-Identifier: GPL-2.0
/*
 * The PMU is taken from the kernel for the first set that needs it, and given back after the last
 * one. While it is held, each CPU begins with the first context that counts there (count/begin.c).
 */
#include <linux/cpu.h>
#include <linux/errno.h>
#include <linux/smp.h>

#include "kernel/count/begin.h"
#include "kernel/count/rdpmc.h"
#include "kernel/count/timer.h"
#include "kernel/hold.h"
#include "kernel/pmu/probe.h"
#include "kernel/pmu/reserve.h"
#include "kernel/sample/throttle.h"
#include "kernel/task/thread.h"

static u32 holders; /* sets; written with plans_mutex and cpus_read_lock() */

u32 hold_count(void)
{
	return READ_ONCE(holders);
}

void hold_begin_cpu(void)
{
	/*
	 * If the kernel stops taking a CPU offline halfway, the CPU comes back without having
	 * ended.
	 */
	begin_here();
}

void hold_end_cpu(void)
{
	/* Also called when bringing a CPU online fails halfway. */
	end_here();
}

void hold_cancel_cpu(void)
{
	timer_cancel(smp_processor_id());
	throttle_cancel();
}

int hold_get(void)
{
	int err;

	if (!hw_pmu.general && !hw_pmu.fixed)
		return -ENODEV;
	err = thread_watch_forks();
	if (err)
		return err;
	cpus_read_lock();
	if (!holders) {
		err = reserve_get();
		if (err)
			goto unlock;
	}
	WRITE_ONCE(holders, holders + 1);
	begin_allow();
unlock:
	cpus_read_unlock();
	if (!err && holders == 1)
		rdpmc_begin();
	return err;
}

void hold_put(void)
{
	cpus_read_lock();
	WRITE_ONCE(holders, holders - 1);
	if (!holders) {
		rdpmc_end();
		end_everywhere();
		reserve_put();
	}
	cpus_read_unlock();
}
