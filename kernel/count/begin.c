// SPDX-License-Identifier: GPL-2.0
/* Which CPUs count, and what they need for that: their registers, the timer, the interrupt. */
#include <linux/cpumask.h>
#include <linux/smp.h>

#include "kernel/count/begin.h"
#include "kernel/count/rdpmc.h"
#include "kernel/count/timer.h"
#include "kernel/pmu/regs.h"
#include "kernel/sample/nmi.h"

static bool allowed; /* with hold_mutex */
static struct cpumask begun;
static DEFINE_PER_CPU(bool, refused);

void begin_allow(void)
{
	WRITE_ONCE(allowed, true);
}

bool begin_is_allowed(void)
{
	return READ_ONCE(allowed);
}

bool begin_here(void)
{
	if (regs_ready())
		return true;
	if (this_cpu_read(refused))
		return false;
	/* Either this CPU sees that the PMU is given back, or end_everywhere() sees this CPU. */
	cpumask_set_cpu(smp_processor_id(), &begun);
	smp_mb();
	if (!begin_is_allowed()) {
		cpumask_clear_cpu(smp_processor_id(), &begun);
		return false;
	}
	regs_begin();
	/* The counters may hold what others counted before the PMU was taken. */
	if (rdpmc_is_open())
		regs_clear_idle();
	timer_start();
	return true;
}

void begin_never_here(void)
{
	this_cpu_write(refused, true);
}

void end_here(void)
{
	nmi_end();
	if (!regs_ready())
		return;
	regs_end();
	cpumask_clear_cpu(smp_processor_id(), &begun);
}

static void end_called(void *unused)
{
	end_here();
}

void end_everywhere(void)
{
	int cpu;

	WRITE_ONCE(allowed, false);
	smp_mb();
	on_each_cpu_mask(&begun, end_called, NULL, 1);
	for_each_possible_cpu(cpu)
		timer_cancel(cpu);
}
