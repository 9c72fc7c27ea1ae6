// SPDX-License-Identifier: GPL-2.0
/*
 * The PMU is taken from the kernel for the first set that needs it, and given back after the last
 * one. While it is held, every CPU that is online has begun: its registers belong to the module,
 * and its timer runs.
 */
#include <linux/cpu.h>
#include <linux/errno.h>
#include <linux/smp.h>

#include "kernel/count/rdpmc.h"
#include "kernel/count/timer.h"
#include "kernel/hold.h"
#include "kernel/pmu/regs.h"
#include "kernel/pmu/reserve.h"
#include "kernel/sample/nmi.h"
#include "kernel/sample/throttle.h"
#include "kernel/task/thread.h"

static u32 holders; /* sets; written with plans_mutex and cpus_read_lock() */

u32 hold_count(void)
{
	return READ_ONCE(holders);
}

static void begin_here(void *unused)
{
	regs_begin();
	timer_start();
	nmi_begin();
}

static void end_here(void *unused)
{
	nmi_end();
	regs_end();
}

void hold_begin_cpu(void)
{
	/*
	 * If the kernel stops taking a CPU offline halfway, the CPU comes back without having
	 * ended.
	 */
	if (!holders || regs_ready())
		return;
	begin_here(NULL);
	/* Its counters may hold what others counted before the PMU was taken. */
	if (rdpmc_is_open())
		regs_clear_idle();
}

void hold_end_cpu(void)
{
	/* Also called when bringing a CPU online fails halfway. */
	if (regs_ready())
		end_here(NULL);
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
		on_each_cpu(begin_here, NULL, 1);
	}
	WRITE_ONCE(holders, holders + 1);
unlock:
	cpus_read_unlock();
	if (!err && holders == 1)
		rdpmc_begin();
	return err;
}

void hold_put(void)
{
	int cpu;

	cpus_read_lock();
	WRITE_ONCE(holders, holders - 1);
	if (!holders) {
		rdpmc_end();
		for_each_online_cpu(cpu)
			timer_cancel(cpu);
		on_each_cpu(end_here, NULL, 1);
		reserve_put();
	}
	cpus_read_unlock();
}
