// SPDX-License-Identifier: GPL-2.0
/*
 * Throttling: handling samples may take a quarter of each window of time. A sampler that takes more
 * is silenced until a timer ends the window: its counter goes on, and the samples that were due are
 * counted as throttled.
 */
#include <linux/irq_work.h>
#include <linux/percpu.h>
#include <linux/smp.h>
#include <asm/apic.h>
#include <asm/irq_vectors.h>
#include <asm/tsc.h>

#include "kernel/base/timer.h"
#include "kernel/pmu/regs.h"
#include "kernel/sample/sampler.h"
#include "kernel/sample/throttle.h"

#define WINDOW_NS (10 * NSEC_PER_MSEC)

/*
 * The work runs in the interrupt itself, in real-time kernels, too: a CPU whose time is all spent
 * on NMIs has none left for a thread.
 */
#ifdef IRQ_WORK_INIT_HARD
#define HARD_IRQ_WORK(function) IRQ_WORK_INIT_HARD(function)
#else
#define HARD_IRQ_WORK(function) \
	((struct irq_work){ .func = (function), .flags = ATOMIC_INIT(IRQ_WORK_HARD_IRQ) })
#endif

u64 throttle_limit(void)
{
	return (u64)tsc_khz * (WINDOW_NS / NSEC_PER_MSEC) / 4;
}

/* The counter goes on, as far from its next overflow as it can be. */
static void silence(struct sample_cpu *cpu, struct sampler *sampler)
{
	u64 value = hw_rdpmc(sampler->counter);

	sampler->throttled = true;
	/* It has overflown again since it was served, and another NMI waits for this one's end. */
	if (sampler_has_overflown(sampler->counter, value))
		sampler_expect_nmi(cpu);
	sampler_take_late(sampler, value);
	WRITE_ONCE(sampler->left, false);
	sampler_expect_end(cpu, sampler, value);
	sampler_set(sampler->counter, sampler->sample, value, sampler->counter->most);
}

void throttle_check(struct sample_cpu *cpu, u64 served, u64 now)
{
	/*
	 * The window may have begun long ago: begin a new one if less than a quarter of the time
	 * since was spent.
	 */
	if (cpu->spent < (now - cpu->window) / 4) {
		cpu->window = now;
		cpu->spent = 0;
		return;
	}
	for (; served; served &= served - 1)
		silence(cpu, &cpu->sampler[__ffs64(served)]);
	irq_work_queue(&cpu->start_timer);
}

static void start_timer(struct irq_work *work)
{
	struct hrtimer *timer = &this_cpu_ptr(&sample_cpus)->unthrottle;

	/* Nothing counts any more on a CPU that goes offline. */
	if (regs_ready() && !hrtimer_is_queued(timer))
		cpu_timer_start(timer, WINDOW_NS);
}

static enum hrtimer_restart unthrottle(struct hrtimer *timer)
{
	struct sample_cpu *cpu = this_cpu_ptr(&sample_cpus);
	bool again = false;
	unsigned long flags;
	struct sampler *s;
	u64 live, value;

	local_irq_save(flags);
	for (live = cpu->live; live; live &= live - 1) {
		s = &cpu->sampler[__ffs64(live)];
		if (!s->throttled)
			continue;
		sampler_mark(s);
		value = hw_rdpmc(s->counter);
		sampler_expect(cpu, s, value);
		sampler_take_late(s, value);
		s->throttled = false;
		WRITE_ONCE(s->left, false);
		sampler_expect_end(cpu, s, value);
		/* Meanwhile a record of another event must not add up what is half changed. */
		WRITE_ONCE(s->context->updating, true);
		barrier();
		sampler_arm(s->counter, s->sample, value);
		barrier();
		WRITE_ONCE(s->context->updating, false);
		sampler_unmark(s);
		again |= READ_ONCE(s->left) &&
			 sampler_has_overflown(s->counter, hw_rdpmc(s->counter));
	}
	cpu->window = rdtsc();
	cpu->spent = 0;
	/*
	 * It has overflown while it was busy, and the NMI has left it alone: send another one. It
	 * finds nothing if that of another counter comes first.
	 */
	if (again) {
		sampler_expect_nmi(cpu);
		apic->send_IPI(smp_processor_id(), NMI_VECTOR);
	}
	local_irq_restore(flags);
	return HRTIMER_NORESTART;
}

void throttle_cancel(void)
{
	hrtimer_cancel(&this_cpu_ptr(&sample_cpus)->unthrottle);
}

void throttle_cancel_all(void)
{
	int cpu;

	for_each_possible_cpu(cpu) {
		irq_work_sync(&per_cpu(sample_cpus, cpu).start_timer);
		hrtimer_cancel(&per_cpu(sample_cpus, cpu).unthrottle);
	}
}

void throttle_init(void)
{
	int cpu;

	for_each_possible_cpu(cpu) {
		cpu_timer_init(&per_cpu(sample_cpus, cpu).unthrottle, unthrottle);
		per_cpu(sample_cpus, cpu).start_timer = HARD_IRQ_WORK(start_timer);
	}
}
