// SPDX-License-Identifier: GPL-2.0
/*
 * Sampling: counters that interrupt when they overflow.
 *
 * Such a counter is written, unlike all others: to as many events below its end as are left until the next
 * sample. What writing takes off its value is remembered (sample.off), so that counting goes on by differences
 * as everywhere (part.c): value + off never jumps. When the part leaves the CPU, the counter is switched off,
 * and what is left is kept for the next time.
 *
 * The interrupt is an NMI, which takes no lock. It finds the counters of its CPU in samplers[], which only
 * this CPU changes, with interrupts off; what it may find half done is marked:
 *	sampler.busy	the counter is being set up or put away, and who does so looks for overflows himself
 *	part.updating	sums are being brought up to date: a record then comes without counts
 * An overflow is seen by the counter's value, whose highest bit is set until then. So it does not matter who
 * sees it first, and none is lost or taken twice: the NMI, or the code that switches the counter off.
 *
 * An NMI that finds nothing is ours while sampling goes on or ended less than a millisecond ago: its overflow
 * has been served already.
 */
#include <linux/cpu.h>
#include <linux/hrtimer.h>
#include <linux/irq_work.h>
#include <linux/math64.h>
#include <linux/percpu.h>
#include <linux/smp.h>
#include <asm/apic.h>
#include <asm/cpufeature.h>
#include <asm/nmi.h>
#include <asm/ptrace.h>
#include <asm/tsc.h>

#include "kernel/hw.h"
#include "kernel/ring.h"
#include "kernel/sample.h"

#define COUNTERS 64

/* Handling may take a quarter of each window. */
#define WINDOW_NS (10 * NSEC_PER_MSEC)

struct sample_cpu {
	struct sampler sampler[COUNTERS];
	u64 live;	  /* of them; bit i: counter i */
	u64 window, spent; /* the time stamp when this one began, and ticks since */
	u64 until;	  /* NMIs before this are ours */
	u32 lvtpc;	  /* what it was */
	struct hrtimer unthrottle;
	struct irq_work start_timer;
};
static DEFINE_PER_CPU(struct sample_cpu, sample_cpus);

static u32 users; /* sets; plans_mutex and cpus_read_lock() */

bool sample_possible(void)
{
	return hw_pmu.family >= PMU_P6 && (hw_pmu.general || hw_pmu.fixed) && boot_cpu_has(X86_FEATURE_APIC);
}

/* ---- Counters and what is left ---- */

/* Processors take 32 bits, with their sign, where they have no wider way; the highest bit must be set. */
static u64 most_events(u64 mask)
{
	return min_t(u64, 0x7fffffff, mask >> 1);
}

static void set_counter(const struct plan_counter *c, struct sample *s, u64 value, u64 chunk)
{
	u64 new = (0 - chunk) & c->mask;

	s->chunk = chunk;
	hw_write_counter(c, new);
	s->off += value - new;
}

static void arm(const struct plan_counter *c, struct sample *s, u64 value)
{
	set_counter(c, s, value, min(s->left, most_events(c->mask)));
}

static bool has_overflown(const struct plan_counter *c, u64 value)
{
	return !(value & (c->mask ^ c->mask >> 1));
}

/* What it has counted since it was set; value: now. */
static u64 counted(const struct plan_counter *c, const struct sample *s, u64 value)
{
	return (value + s->chunk) & c->mask;
}

/* Events were counted: how many samples does this make? */
static u64 settle(struct sample *s, u64 events)
{
	u64 n = 1, over;

	if (events < s->left) {
		s->left -= events;
		return 0;
	}
	over = events - s->left;
	if (unlikely(over >= s->period))
		n += div64_u64_rem(over, s->period, &over);
	s->left = s->period - over;
	return n;
}

/* Frequencies: the period that would have given the wanted time since the last sample. */
static void adapt(const struct sampler *sampler, struct sample *s, u64 n)
{
	u64 ticks = sampler->part->set->ticks[sampler->counter->event], took, period;
	u64 now = sampler->ran_in + (rdtsc() - sampler->tsc_in);

	if (!ticks)
		return;
	took = max_t(u64, div64_u64(now - s->last, n), 1);
	s->last = now;
	while (ticks > 0x7fffffff) {
		ticks >>= 1;
		took = max_t(u64, took >> 1, 1);
	}
	period = div64_u64(min_t(u64, s->period, 0x7fffffff) * ticks, took);
	period = clamp_t(u64, period, s->period / 8, s->period * 8);
	s->period = clamp_t(u64, (s->period + period) / 2, 1, 0x7fffffff);
}

/* n samples are due at once; regs as for record_sample(). */
static void take(const struct sampler *sampler, struct sample *s, u64 n, struct pt_regs *regs)
{
	struct ring *ring = ring_of(sampler->part);
	u64 period = s->period;

	if (!n)
		return;
	adapt(sampler, s, n);
	if (!ring)
		return;
	if (unlikely(sampler->throttled)) {
		ring_throttled(ring, n);
		return;
	}
	if (unlikely(n > 1))
		ring_missed(ring, n - 1);
	record_sample(sampler, period, regs);
}

static void overflow(const struct sampler *sampler, u64 value, struct pt_regs *regs)
{
	struct sample *s = &sampler->part->sample[sampler->counter->event];
	u64 n = settle(s, counted(sampler->counter, s, value));

	take(sampler, s, n, regs);
	/* A period that was just made longer holds from the next sample on. */
	arm(sampler->counter, s, value);
}

/* ---- The interrupt ---- */

static void unmask(void)
{
	apic->write(APIC_LVTPC, APIC_DM_NMI);
}

static u64 window(void)
{
	return (u64)tsc_khz * (WINDOW_NS / NSEC_PER_MSEC);
}

/* The counter goes on, as far from its end as can be. */
static void silence(struct sampler *sampler)
{
	struct sample *s = &sampler->part->sample[sampler->counter->event];
	u64 value = hw_read(sampler->counter);

	sampler->throttled = true;
	take(sampler, s, settle(s, counted(sampler->counter, s, value)), NULL);
	set_counter(sampler->counter, s, value, most_events(sampler->counter->mask));
}

static int on_nmi(unsigned int command, struct pt_regs *regs)
{
	struct sample_cpu *cpu = this_cpu_ptr(&sample_cpus);
	u64 start = rdtsc(), live = READ_ONCE(cpu->live), served = 0, value;
	struct sampler *s;
	bool busy = false;
	u32 i;

	if (start - cpu->window > window()) {
		cpu->window = start;
		cpu->spent = 0;
	}
	for (; live; live &= live - 1) {
		i = (u32)__ffs64(live);
		s = &cpu->sampler[i];
		if (READ_ONCE(s->busy)) {
			busy = true;
			continue;
		}
		value = hw_read(s->counter);
		if (!has_overflown(s->counter, value))
			continue;
		served |= 1ull << i;
		overflow(s, value, regs);
	}
	if (served)
		hw_acknowledge(served);
	/* Also an NMI of somebody else finds it so; a PMI leaves it masked. */
	unmask();
	if (!served && !busy)
		return start < cpu->until ? NMI_HANDLED : NMI_DONE;
	value = rdtsc();
	cpu->spent += value - start;
	cpu->until = value + tsc_khz;
	if (unlikely(cpu->spent > window() / 4)) {
		for (; served; served &= served - 1)
			silence(&cpu->sampler[__ffs64(served)]);
		irq_work_queue(&cpu->start_timer);
	}
	return NMI_HANDLED;
}

/* ---- Throttling ends ---- */

static void start_timer(struct irq_work *work)
{
	struct hrtimer *timer = &this_cpu_ptr(&sample_cpus)->unthrottle;

	/* Not on a CPU that dies: nothing counts there any more. */
	if (hw_ready() && !hrtimer_is_queued(timer))
		hrtimer_start(timer, ns_to_ktime(WINDOW_NS), HRTIMER_MODE_REL_PINNED_HARD);
}

static enum hrtimer_restart unthrottle(struct hrtimer *timer)
{
	struct sample_cpu *cpu = this_cpu_ptr(&sample_cpus);
	unsigned long flags;
	struct sampler *s;
	struct sample *of;
	u64 live, value;

	local_irq_save(flags);
	for (live = cpu->live; live; live &= live - 1) {
		s = &cpu->sampler[__ffs64(live)];
		if (!s->throttled)
			continue;
		WRITE_ONCE(s->busy, true);
		barrier();
		of = &s->part->sample[s->counter->event];
		value = hw_read(s->counter);
		take(s, of, settle(of, counted(s->counter, of, value)), NULL);
		s->throttled = false;
		arm(s->counter, of, value);
		barrier();
		WRITE_ONCE(s->busy, false);
	}
	cpu->spent = 0;
	local_irq_restore(flags);
	return HRTIMER_NORESTART;
}

/* ---- Parts come and go: on their CPU, with interrupts off and the part's lock ---- */

/* Counters of value + off, which an NMI changes at once. */
static u64 read_steady(const struct part *part, const struct plan_counter *c)
{
	const struct sample *s = &part->sample[c->event];
	u64 off, value;

	do {
		off = READ_ONCE(s->off);
		barrier();
		value = hw_read(c);
		barrier();
	} while (off != READ_ONCE(s->off));
	return value + off;
}

void sample_update(struct part *part)
{
	const struct plan *plan = part->plan;
	const struct plan_counter *c = plan->counter, *end = c + plan->n_counters;
	u64 now, tsc = rdtsc();

	WRITE_ONCE(part->updating, true);
	barrier();
	for (; c < end; c++) {
		now = read_steady(part, c);
		part->count[c->event].sum += (now - part->count[c->event].base) & c->mask;
		part->count[c->event].base = now;
	}
	barrier();
	WRITE_ONCE(part->updating, false);
	part->tsc += tsc - part->tsc_base;
	part->tsc_base = tsc;
}

static bool is_sampled(const struct part *part, const struct plan_counter *c)
{
	return part->set->period[c->event];
}

void sample_resume(struct part *part)
{
	struct sample_cpu *cpu = this_cpu_ptr(&sample_cpus);
	const struct plan *plan = part_plan(part);
	const struct plan_counter *c = plan->counter, *end = c + plan->n_counters;
	struct sampler *s;
	struct sample *of;

	if (!hw_ready())
		return;
	/* What others left on: a counter must not move while it is set. */
	hw_stop(plan);
	part->plan = plan;
	part->cpu = smp_processor_id();
	part->tsc_base = rdtsc();
	for (; c < end; c++) {
		of = &part->sample[c->event];
		if (is_sampled(part, c)) {
			arm(c, of, hw_read(c));
			s = &cpu->sampler[c->counter];
			*s = (struct sampler){ part, c, part->tsc_base, part->tsc };
			barrier();
			WRITE_ONCE(cpu->live, cpu->live | 1ull << c->counter);
		}
		part->count[c->event].base = hw_read(c) + of->off;
	}
	list_add(&part->of_cpu, hw_active());
	hw_load(plan);
}

void sample_suspend(struct part *part)
{
	struct sample_cpu *cpu = this_cpu_ptr(&sample_cpus);
	const struct plan *plan = part->plan;
	const struct plan_counter *c, *end = plan->counter + plan->n_counters;
	struct sampler *s;
	struct sample *of;
	u64 value, served = 0, n;

	for (c = plan->counter; c < end; c++)
		if (is_sampled(part, c))
			WRITE_ONCE(cpu->sampler[c->counter].busy, true);
	barrier();
	list_del_init(&part->of_cpu);
	hw_stop(plan);
	sample_update(part);
	for (c = plan->counter; c < end; c++) {
		if (!is_sampled(part, c))
			continue;
		s = &cpu->sampler[c->counter];
		of = &part->sample[c->event];
		value = hw_read(c);
		if (has_overflown(c, value))
			served |= 1ull << c->counter;
		n = settle(of, counted(c, of, value));
		/* Set again when the part comes back: from here on it has counted nothing. */
		of->chunk = (0 - value) & c->mask;
		take(s, of, n, NULL);
		WRITE_ONCE(cpu->live, cpu->live & ~(1ull << c->counter));
	}
	if (served)
		hw_acknowledge(served);
	part->cpu = -1;
	cpu->until = rdtsc() + tsc_khz;
}

size_t sample_size(u32 n)
{
	return n * sizeof(struct sample);
}

void sample_begin(struct part *part)
{
	u32 i;

	for (i = 0; i < part->n; i++)
		part->sample[i].left = part->sample[i].period = part->set->period[i];
}

/* ---- The interrupt's way to this CPU ---- */

void sample_cpu_begin(void)
{
	struct sample_cpu *cpu = this_cpu_ptr(&sample_cpus);

	if (!users)
		return;
	cpu->lvtpc = apic->read(APIC_LVTPC);
	cpu->until = 0;
	unmask();
}

void sample_cpu_end(void)
{
	if (users)
		apic->write(APIC_LVTPC, this_cpu_ptr(&sample_cpus)->lvtpc);
}

void sample_cpu_cancel(void)
{
	hrtimer_cancel(&this_cpu_ptr(&sample_cpus)->unthrottle);
}

static void begin_here(void *unused)
{
	sample_cpu_begin();
}

static void end_here(void *unused)
{
	sample_cpu_end();
}

int sample_get(void)
{
	int err = 0;

	cpus_read_lock();
	if (!users)
		err = register_nmi_handler(NMI_LOCAL, on_nmi, 0, "pmc");
	if (!err && !users++)
		on_each_cpu(begin_here, NULL, 1);
	cpus_read_unlock();
	return err;
}

void sample_put(void)
{
	int cpu;

	cpus_read_lock();
	if (users == 1) {
		on_each_cpu(end_here, NULL, 1);
		/* After the last NMI that can be under way. */
		unregister_nmi_handler(NMI_LOCAL, "pmc");
		for_each_possible_cpu(cpu) {
			irq_work_sync(&per_cpu(sample_cpus, cpu).start_timer);
			hrtimer_cancel(&per_cpu(sample_cpus, cpu).unthrottle);
		}
	}
	users--;
	cpus_read_unlock();
}

void sample_init(void)
{
	int cpu;

	for_each_possible_cpu(cpu) {
		struct sample_cpu *c = &per_cpu(sample_cpus, cpu);

		hw_prepare_timer(&c->unthrottle, unthrottle);
		init_irq_work(&c->start_timer, start_timer);
	}
}
