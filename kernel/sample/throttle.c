// SPDX-License-Identifier: GPL-2.0
/*
 * Throttling: handling samples may take a third of each window of time. When it takes more, those
 * samplers are silenced that take more than their part of the third, until a timer ends the
 * window: the counter goes on, and the samples that were due are counted as throttled. Others go
 * on, so a user who samples too often takes no samples away from anybody else.
 */
#include <linux/bitops.h>
#include <linux/minmax.h>
#include <linux/percpu.h>
#include <linux/smp.h>
#include <asm/apic.h>
#include <asm/irq_vectors.h>
#include <asm/tsc.h>

#include "kernel/base/irq_work.h"
#include "kernel/base/timer.h"
#include "kernel/pmu/regs.h"
#include "kernel/sample/note.h"
#include "kernel/sample/sampler.h"
#include "kernel/sample/throttle.h"

#define WINDOW_NS (10 * NSEC_PER_MSEC)
#define PART	  3 /* of the time: one third */

u64 throttle_limit(void)
{
	return tsc_khz * (u32)(WINDOW_NS / NSEC_PER_MSEC) / PART;
}

/* The counter goes on, as far from its next overflow as it can be. */
static void silence(struct sample_cpu *cpu, struct sampler *sampler)
{
	note_throttle(sampler, PMC_RECORD_THROTTLE);
	sampler->throttled = true;
	sampler_put_off(cpu, sampler, hw_rdpmc(sampler->counter));
}

static void begin_window(struct sample_cpu *cpu, u64 now)
{
	u64 live = READ_ONCE(cpu->live);
	u32 i;

	cpu->window = now;
	cpu->spent = 0;
	for (; live; live &= live - 1) {
		i = (u32)__ffs64(live);
		cpu->taken_in[i] = ring_taken(cpu->sampler[i].ring);
	}
}

/*
 * Has it taken more than its part since the window began, or since it came here? All that sample
 * here now have equal parts; the other events of the same set count with it. Its first sample is
 * free: no time is known for that. One that stops at each sample, until its user has got a signal
 * and makes it go on, cannot take too much.
 */
static bool takes_too_much(const struct sample_cpu *cpu, u32 i, u64 cost, u64 now)
{
	const struct sampler *s = &cpu->sampler[i];
	u64 taken = ring_taken(s->ring) - cpu->taken_in[i];
	u64 since = max(cpu->window, s->tsc_in);

	return !s->context->set->stop && taken > 1 &&
	       (taken - 1) * cost * PART * hweight64(cpu->live) > now - since;
}

void throttle_check(struct sample_cpu *cpu, u64 served, u64 took, u64 now)
{
	/* If a hypervisor took time away from one of two NMIs, the other tells what one takes. */
	u64 cost = min(took, cpu->took);
	bool silenced = false;
	u32 i;

	cpu->took = took;
	/*
	 * The window may have begun long ago: begin a new one if less than a third of the time
	 * since was spent.
	 */
	if (cpu->spent * PART < now - cpu->window) {
		begin_window(cpu, now);
		return;
	}
	for (; served; served &= served - 1) {
		i = (u32)__ffs64(served);
		if (!takes_too_much(cpu, i, cost, now))
			continue;
		silence(cpu, &cpu->sampler[i]);
		silenced = true;
	}
	if (silenced)
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
		note_throttle(s, PMC_RECORD_UNTHROTTLE);
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
	begin_window(cpu, rdtsc());
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
