// SPDX-License-Identifier: GPL-2.0
/*
 * Sampling: counters that interrupt when they overflow.
 *
 * Such a counter is written, unlike all others: to as many events below its end as are left until the next
 * sample. What writing takes off its value is remembered (sample.off), so that counting goes on by differences
 * as everywhere (context.c): value + off never jumps. When the context leaves the CPU, the counter is switched off,
 * and what is left is kept for the next time.
 *
 * The interrupt is an NMI, which takes no lock. It finds the counters of its CPU in samplers[], which only
 * this CPU changes, with interrupts off; what it may find half done is marked:
 *	sampler.busy	the counter is being set up or put away, and who does so looks for overflows himself
 *	context.updating	sums are being brought up to date: a record then comes without counts
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

#include "kernel/pmu/hw.h"
#include "kernel/sample/ring.h"
#include "kernel/sample/sample.h"

#define COUNTERS 64

/* Handling may take a quarter of each window. */
#define WINDOW_NS (10 * NSEC_PER_MSEC)
/* To which belongs Linux's way into an NMI and out of it. It is measured; this is the least. */
#define NMI_OVERHEAD_NS 400

struct sample_cpu {
	struct sampler sampler[COUNTERS];
	u64 live;	   /* of them; bit i: counter i */
	u64 window, spent; /* the time stamp when this one began, and ticks of handling since */
	u64 last;	   /* the time stamp when something was last done here */
	bool asked;	   /* an NMI that nothing caused is to come (measure_nmi_overhead) */
	u32 lvtpc;	   /* what it was */
	struct hrtimer unthrottle;
	struct irq_work start_timer;
};
static DEFINE_PER_CPU(struct sample_cpu, sample_cpus);

/* From the interrupt itself in real-time kernels too: what takes all the time of a CPU leaves none to a thread. */
#ifdef IRQ_WORK_INIT_HARD
#define HARD_IRQ_WORK(function) IRQ_WORK_INIT_HARD(function)
#else
#define HARD_IRQ_WORK(function) \
	((struct irq_work){ .func = (function), .flags = ATOMIC_INIT(IRQ_WORK_HARD_IRQ) })
#endif

static u32 users;			   /* sets; plans_mutex and cpus_read_lock() */
static u64 most_ticks, nmi_overhead_ticks; /* most: of handling in a window */

/* Where a hypervisor wants to be asked for registers (Xen PV), the interrupt comes in another way too. */
bool sample_possible(void)
{
	return hw_has_rdpmc && (hw_pmu.general || hw_pmu.fixed) && boot_cpu_has(X86_FEATURE_APIC);
}

/* ---- Counters and what is left ---- */

static void set_counter(const struct planned_counter *c, struct sample *s, u64 value, u64 chunk)
{
	u64 new = (0 - chunk) & c->mask;

	s->chunk = chunk;
	hw_write_counter(c, new);
	s->off += value - new;
}

static void arm(const struct planned_counter *c, struct sample *s, u64 value)
{
	set_counter(c, s, value, min(s->left, c->most));
}

static bool has_overflown(const struct planned_counter *c, u64 value)
{
	return !(value & c->top);
}

/* What it has counted since it was set; value: now. */
static u64 counted(const struct planned_counter *c, const struct sample *s, u64 value)
{
	return (value + s->chunk) & c->mask;
}

/* Events were counted: how many samples does this make? */
static u64 settle(struct sample *s, u64 events)
{
	u64 n = 1, over = events - s->left;

	if (unlikely(events < s->left)) {
		s->left -= events;
		return 0;
	}
	if (unlikely(over >= s->period))
		n += div64_u64_rem(over, s->period, &over);
	s->left = s->period - over;
	return n;
}

/* Frequencies: the period that would have given the wanted time since the last sample. */
static noinline void adapt(const struct sampler *sampler, u64 n, u64 tsc)
{
	struct sample *s = sampler->sample;
	u64 ticks = sampler->ticks, took, period, now = sampler->ran_in + (tsc - sampler->tsc_in);

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

/* Samples are due when the counter has this value. Is there a record to be made? */
static __always_inline bool is_due(const struct sampler *sampler, u64 value, u64 now)
{
	u64 n = settle(sampler->sample, counted(sampler->counter, sampler->sample, value));

	if (unlikely(!n))
		return false;
	if (sampler->ticks)
		adapt(sampler, n, now);
	if (unlikely(sampler->throttled)) {
		ring_throttled(sampler->ring, n);
		return false;
	}
	if (unlikely(n > 1))
		ring_missed(sampler->ring, n - 1);
	return true;
}

static void take_late(const struct sampler *sampler, u64 value)
{
	u64 period = sampler->sample->period, now = rdtsc();

	if (is_due(sampler, value, now))
		record_late(sampler, period, now);
}

static __always_inline void overflow(const struct sampler *sampler, u64 value, u64 now,
				     struct pt_regs *regs)
{
	struct sample *s = sampler->sample;
	u64 period = s->period;

	if (likely(is_due(sampler, value, now)))
		record_sample(sampler, period, now, regs);
	/* A period that was just made longer holds from the next sample on. */
	arm(sampler->counter, s, value);
}

/* ---- The interrupt ---- */

static void unmask(void)
{
	apic->write(APIC_LVTPC, APIC_DM_NMI);
}

/* The counter goes on, as far from its end as can be. */
static void silence(struct sampler *sampler)
{
	u64 value = hw_rdpmc(sampler->counter);

	sampler->throttled = true;
	take_late(sampler, value);
	set_counter(sampler->counter, sampler->sample, value, sampler->counter->most);
}

/* Handling has taken a quarter of a window: throttle, if it is a quarter of what has passed since that began, too. */
static noinline void spent_too_much(struct sample_cpu *cpu, u64 served)
{
	u64 now = cpu->last;

	if (cpu->spent < (now - cpu->window) / 4) {
		cpu->window = now;
		cpu->spent = 0;
		return;
	}
	for (; served; served &= served - 1)
		silence(&cpu->sampler[__ffs64(served)]);
	irq_work_queue(&cpu->start_timer);
}

static int on_nmi(unsigned int command, struct pt_regs *regs)
{
	struct sample_cpu *cpu = this_cpu_ptr(&sample_cpus);
	u64 start = rdtsc(), live = READ_ONCE(cpu->live), served = 0, value, bit;
	struct sampler *s;
	bool busy = false;

	/*
	 * First, so that what overflows from here on (one that counts the kernel counts this, too) has an NMI of its own.
	 * A PMI leaves the entry masked, and processors want the overflow taken back before it is unmasked.
	 */
	if (likely(live))
		hw_acknowledge(live);
	unmask();
	for (; live; live ^= bit) {
		bit = live & -live;
		s = &cpu->sampler[__ffs64(live)];
		if (unlikely(s->busy)) {
			busy = true;
			continue;
		}
		value = hw_rdpmc(s->counter);
		if (!has_overflown(s->counter, value))
			continue;
		served |= bit;
		overflow(s, value, start, regs);
	}
	if (unlikely(!served && !busy)) {
		if (!cpu->asked)
			return start - cpu->last < tsc_khz ? NMI_HANDLED : NMI_DONE;
		cpu->asked = false;
		return NMI_HANDLED;
	}
	cpu->last = rdtsc();
	cpu->spent += cpu->last - start + nmi_overhead_ticks;
	if (unlikely(cpu->spent > most_ticks))
		spent_too_much(cpu, served);
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
	bool again = false;
	unsigned long flags;
	struct sampler *s;
	u64 live, value;

	local_irq_save(flags);
	for (live = cpu->live; live; live &= live - 1) {
		s = &cpu->sampler[__ffs64(live)];
		if (!s->throttled)
			continue;
		WRITE_ONCE(s->busy, true);
		barrier();
		value = hw_rdpmc(s->counter);
		take_late(s, value);
		s->throttled = false;
		arm(s->counter, s->sample, value);
		barrier();
		WRITE_ONCE(s->busy, false);
		again |= has_overflown(s->counter, hw_rdpmc(s->counter));
	}
	cpu->window = rdtsc();
	cpu->spent = 0;
	if (again) /* while it was busy: the NMI has left it alone */
		apic->send_IPI(smp_processor_id(), NMI_VECTOR);
	local_irq_restore(flags);
	return HRTIMER_NORESTART;
}

/* ---- Contexts come and go: on their CPU, with interrupts off and the context's lock ---- */

/* Counters of value + off, which an NMI changes at once. */
static u64 read_steady(const struct context *context, const struct planned_counter *c)
{
	const struct sample *s = &context->sample[c->event];
	u64 off, value;

	do {
		off = READ_ONCE(s->off);
		barrier();
		value = hw_rdpmc(c);
		barrier();
	} while (off != READ_ONCE(s->off));
	return value + off;
}

void sample_update(struct context *context)
{
	const struct reg_plan *plan = context->plan;
	const struct planned_counter *c = plan->counter, *end = c + plan->n_counters;
	u64 now, tsc = rdtsc();

	WRITE_ONCE(context->updating, true);
	barrier();
	for (; c < end; c++) {
		now = read_steady(context, c);
		context->count[c->event].sum += (now - context->count[c->event].base) & c->mask;
		context->count[c->event].base = now;
	}
	barrier();
	WRITE_ONCE(context->updating, false);
	context->tsc += tsc - context->tsc_base;
	context->tsc_base = tsc;
}

static bool is_sampled(const struct context *context, const struct planned_counter *c)
{
	return context->set->period[c->event];
}

void sample_resume(struct context *context)
{
	struct sample_cpu *cpu = this_cpu_ptr(&sample_cpus);
	const struct reg_plan *plan = context_plan(context);
	const struct planned_counter *c = plan->counter, *end = c + plan->n_counters;
	struct sampler *s;
	struct sample *of;

	if (!hw_ready())
		return;
	/* What others left on: a counter must not move while it is set. */
	hw_stop(plan);
	context->plan = plan;
	context->cpu = smp_processor_id();
	context->tsc_base = rdtsc();
	for (; c < end; c++) {
		of = &context->sample[c->event];
		if (is_sampled(context, c)) {
			arm(c, of, hw_rdpmc(c));
			s = &cpu->sampler[c->counter];
			*s = (struct sampler){
				.context = context,
				.counter = c,
				.sample = of,
				.ring = ring_of(context),
				.ticks = context->set->ticks[c->event],
				.tsc_in = context->tsc_base,
				.ran_in = context->tsc,
			};
			record_prepare(s);
			barrier();
			WRITE_ONCE(cpu->live, cpu->live | 1ull << c->counter);
		}
		context->count[c->event].base = hw_rdpmc(c) + of->off;
	}
	list_add(&context->of_cpu, hw_active());
	hw_load(plan);
}

void sample_suspend(struct context *context)
{
	struct sample_cpu *cpu = this_cpu_ptr(&sample_cpus);
	const struct reg_plan *plan = context->plan;
	const struct planned_counter *c, *end = plan->counter + plan->n_counters;
	struct sampler *s;
	u64 value, served = 0;

	for (c = plan->counter; c < end; c++)
		if (is_sampled(context, c))
			WRITE_ONCE(cpu->sampler[c->counter].busy, true);
	barrier();
	list_del_init(&context->of_cpu);
	hw_stop(plan);
	sample_update(context);
	for (c = plan->counter; c < end; c++) {
		if (!is_sampled(context, c))
			continue;
		s = &cpu->sampler[c->counter];
		value = hw_rdpmc(c);
		if (has_overflown(c, value))
			served |= 1ull << c->counter;
		take_late(s, value);
		/* Set again when the context comes back: from here on it has counted nothing. */
		s->sample->chunk = (0 - value) & c->mask;
		WRITE_ONCE(cpu->live, cpu->live & ~(1ull << c->counter));
	}
	if (served)
		hw_acknowledge(served);
	context->cpu = -1;
	cpu->last = rdtsc();
}

size_t sample_size(u32 n)
{
	return n * sizeof(struct sample);
}

void sample_begin(struct context *context)
{
	u32 i;

	for (i = 0; i < context->n; i++)
		context->sample[i].left = context->sample[i].period = context->set->period[i];
}

/* ---- The interrupt's way to this CPU ---- */

/*
 * How long an NMI takes here of which this file sees nothing: the shortest of three that the CPU sends to itself. On a
 * kernel that checks itself it is longer than all the rest, and so are the NMI's own instructions where the kernel is
 * sampled: if they did not count as handling, a CPU might do nothing else.
 */
static void measure_nmi_overhead(void)
{
	const u64 patience = tsc_khz * 10; /* 10 ms */
	struct sample_cpu *cpu;
	u64 began, took, least = patience;
	unsigned long flags;
	int i;

	if (!apic->send_IPI)
		return;
	local_irq_save(flags);
	cpu = this_cpu_ptr(&sample_cpus);
	for (i = 0; i < 3; i++) {
		WRITE_ONCE(cpu->asked, true);
		began = rdtsc();
		apic->send_IPI(smp_processor_id(), NMI_VECTOR);
		do {
			took = rdtsc() - began;
		} while (READ_ONCE(cpu->asked) && took < patience);
		if (READ_ONCE(cpu->asked))
			break;
		least = min(least, took);
	}
	WRITE_ONCE(cpu->asked, false);
	cpu->last = rdtsc(); /* one that is late is known by it */
	local_irq_restore(flags);
	if (least < patience)
		nmi_overhead_ticks = max(nmi_overhead_ticks, least);
}

void sample_cpu_begin(void)
{
	struct sample_cpu *cpu = this_cpu_ptr(&sample_cpus);

	if (!users)
		return;
	cpu->lvtpc = apic->read(APIC_LVTPC);
	cpu->last = 0;
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
	most_ticks = (u64)tsc_khz * (WINDOW_NS / NSEC_PER_MSEC) / 4;
	if (!users)
		err = register_nmi_handler(NMI_LOCAL, on_nmi, 0, "pmc");
	if (!err && !nmi_overhead_ticks) {
		nmi_overhead_ticks = tsc_khz / 1000 * NMI_OVERHEAD_NS / 1000;
		measure_nmi_overhead();
	}
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

int sample_init(void)
{
	int cpu, err = record_init();

	if (err)
		return err;
	for_each_possible_cpu(cpu) {
		struct sample_cpu *c = &per_cpu(sample_cpus, cpu);

		hw_prepare_timer(&c->unthrottle, unthrottle);
		c->start_timer = HARD_IRQ_WORK(start_timer);
	}
	return 0;
}

void sample_exit(void)
{
	record_exit();
}
