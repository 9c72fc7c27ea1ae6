// SPDX-License-Identifier: GPL-2.0
/*
 * Two timers on each CPU. One reads every counter at the latest after half the time in which it
 * could wrap. The other runs while a context rotates on the CPU or waits there, and ends the turns
 * of those that are on the counters.
 */
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/percpu.h>
#include <asm/tsc.h>

#include "kernel/base/timer.h"
#include "kernel/count/context.h"
#include "kernel/count/timer.h"
#include "kernel/count/turn.h"
#include "kernel/pmu/regs.h"

#define ROTATION_NS (4 * NSEC_PER_MSEC)

struct cpu_timers {
	struct hrtimer read, rotate;
	bool rotating; /* the second one is started, or runs … */
	bool soon;     /* … and comes as soon as interrupts are on */
	bool ticking;  /* its function runs */
};
static DEFINE_PER_CPU(struct cpu_timers, cpu_timers);

/*
 * No event counts more than 8 times in a cycle, and no clock runs more than twice as fast as the
 * time stamp's.
 */
static u64 period_ns(void)
{
	u32 width = hw_pmu.general_width;
	u64 ns;

	if (hw_pmu.fixed && hw_pmu.fixed_width < width)
		width = hw_pmu.fixed_width;
	ns = div_u64((1ull << (min(width, 44u) - 1)) * (1000000 / 16), tsc_khz ? tsc_khz : 1000000);
	return clamp_t(u64, ns, NSEC_PER_MSEC, 60ull * NSEC_PER_SEC);
}

static enum hrtimer_restart read_counters(struct hrtimer *timer)
{
	struct context *context;
	unsigned long flags;

	local_irq_save(flags);
	list_for_each_entry(context, regs_active(), of_cpu) {
		raw_spin_lock(&context->lock);
		context_update(context);
		raw_spin_unlock(&context->lock);
	}
	local_irq_restore(flags);
	hrtimer_forward_now(timer, ns_to_ktime(period_ns()));
	return HRTIMER_RESTART;
}

static enum hrtimer_restart rotate(struct hrtimer *timer)
{
	struct cpu_timers *timers = container_of(timer, struct cpu_timers, rotate);
	unsigned long flags;
	bool again;

	local_irq_save(flags);
	timers->soon = false;
	timers->ticking = true;
	again = turn_tick();
	timers->ticking = false;
	timers->rotating = again;
	local_irq_restore(flags);
	if (!again)
		return HRTIMER_NORESTART;
	hrtimer_forward_now(timer, ns_to_ktime(ROTATION_NS));
	return HRTIMER_RESTART;
}

void timer_start(void)
{
	cpu_timer_start(&this_cpu_ptr(&cpu_timers)->read, period_ns());
}

void timer_start_rotation(void)
{
	struct cpu_timers *timers = this_cpu_ptr(&cpu_timers);

	if (timers->rotating)
		return;
	timers->rotating = true;
	cpu_timer_start(&timers->rotate, ROTATION_NS);
}

void timer_rotate_soon(void)
{
	struct cpu_timers *timers = this_cpu_ptr(&cpu_timers);

	if (timers->soon || timers->ticking)
		return;
	timers->rotating = timers->soon = true;
	cpu_timer_start(&timers->rotate, 0);
}

void timer_cancel(int cpu)
{
	hrtimer_cancel(&per_cpu(cpu_timers, cpu).read);
	hrtimer_cancel(&per_cpu(cpu_timers, cpu).rotate);
	per_cpu(cpu_timers, cpu).rotating = per_cpu(cpu_timers, cpu).soon = false;
}

void timer_exit(void)
{
	int cpu;

	for_each_possible_cpu(cpu)
		timer_cancel(cpu);
}

void timer_init(void)
{
	int cpu;

	for_each_possible_cpu(cpu) {
		cpu_timer_init(&per_cpu(cpu_timers, cpu).read, read_counters);
		cpu_timer_init(&per_cpu(cpu_timers, cpu).rotate, rotate);
	}
}
