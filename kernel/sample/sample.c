// SPDX-License-Identifier: GPL-2.0
/*
 * Puts contexts that sample on a CPU and takes them away: their counters interrupt when they
 * overflow (sampler.h, nmi.c). When the context leaves the CPU its counters are stopped, and it
 * keeps what is left until the next sample for the next time.
 */
#include <linux/percpu.h>
#include <linux/smp.h>
#include <asm/cpufeature.h>
#include <asm/tsc.h>

#include "kernel/pmu/regs.h"
#include "kernel/sample/nmi.h"
#include "kernel/sample/note.h"
#include "kernel/sample/record.h"
#include "kernel/sample/ring.h"
#include "kernel/sample/sample.h"
#include "kernel/sample/sampler.h"
#include "kernel/sample/throttle.h"

/*
 * Where a hypervisor wants to be asked for registers (Xen PV), the interrupt comes in another way,
 * too.
 */
bool sample_is_possible(void)
{
	return hw_has_rdpmc && (hw_pmu.general || hw_pmu.fixed) && boot_cpu_has(X86_FEATURE_APIC);
}

size_t sample_size(u32 n)
{
	return n * sizeof(struct sample);
}

static bool is_sampled(const struct context *context, u32 event)
{
	return context->set->sampled >> event & 1;
}

/*
 * The number of changes comes first: a period that was read while it was changed again, half of it
 * on 32 bits, is read once more.
 */
static void take_period(const struct set *set, u32 event, struct sample *s)
{
	s->changes = READ_ONCE(set->changes[event]);
	smp_rmb();
	s->left = s->period = max_t(u64, READ_ONCE(set->period[event]), 1);
}

void sample_begin(struct context *context)
{
	u32 i;

	for (i = 0; i < context->n; i++)
		if (is_sampled(context, i))
			take_period(context->set, i, &context->sample[i]);
}

/* Reads value + off, both of which an NMI changes at once. */
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
	/* An NMI that stops the context later than here does so at this count or a higher one. */
	if (unlikely(READ_ONCE(context->stopped)))
		return s->stopped_at;
	return value + off;
}

void sample_update(struct context *context)
{
	const struct reg_plan *plan = context->plan;
	const struct planned_counter *c = plan->counter, *end = c + plan->n_counters;
	u64 now, tsc;

	WRITE_ONCE(context->updating, true);
	barrier();
	for (; c < end; c++) {
		now = read_steady(context, c);
		context->count[c->event].sum += (now - context->count[c->event].base) & c->mask;
		context->count[c->event].base = now;
	}
	barrier();
	WRITE_ONCE(context->updating, false);
	tsc = rdtsc();
	barrier();
	if (unlikely(READ_ONCE(context->stopped)))
		tsc = context->stopped_tsc;
	context->tsc += tsc - context->tsc_base;
	context->tsc_base = tsc;
}

void sample_restart(struct context *context)
{
	const struct planned_counter *c = context->plan->counter;
	const struct planned_counter *end = c + context->plan->n_counters;
	u64 value;

	sample_update(context);
	/* An NMI between reading a counter and writing it must not look at either. */
	WRITE_ONCE(context->updating, true);
	barrier();
	for (; c < end; c++) {
		if (is_sampled(context, c->event))
			continue;
		value = hw_rdpmc(c);
		hw_write_counter(c, 0);
		context->sample[c->event].off += value;
	}
	barrier();
	WRITE_ONCE(context->updating, false);
}

static void add_sampler(struct sample_cpu *cpu, struct context *context,
			const struct planned_counter *c, struct sample *of)
{
	struct sampler *s = &cpu->sampler[c->counter];
	struct ring *ring = ring_of(context);

	sampler_arm(c, of, hw_rdpmc(c));
	*s = (struct sampler){
		.context = context,
		.counter = c,
		.sample = of,
		.ring = ring,
		.ticks = context->set->ticks[c->event],
		.tsc_in = context->tsc_base,
		.ran_in = context->tsc - context->waited,
	};
	cpu->taken_in[c->counter] = ring_taken(ring);
	record_prepare(s);
	barrier();
	WRITE_ONCE(cpu->live, cpu->live | 1ull << c->counter);
}

void sample_resume(struct context *context)
{
	struct sample_cpu *cpu = this_cpu_ptr(&sample_cpus);
	const struct reg_plan *plan = reg_plan_of(context);
	const struct planned_counter *c = plan->counter, *end = c + plan->n_counters;
	struct sample *of;

	if (unlikely(!cpu->begun))
		nmi_begin();
	/* Stop counters that earlier users left running before writing them. */
	regs_stop(plan);
	context->plan = plan;
	context->cpu = smp_processor_id();
	context->tsc_base = rdtsc();
	for (; c < end; c++) {
		of = &context->sample[c->event];
		if (is_sampled(context, c->event)) {
			if (unlikely(of->changes != READ_ONCE(context->set->changes[c->event])))
				take_period(context->set, c->event, of);
			add_sampler(cpu, context, c, of);
		}
		context->count[c->event].base = hw_rdpmc(c) + of->off;
	}
	list_add(&context->of_cpu, regs_active());
	regs_load(plan);
}

void sample_suspend(struct context *context)
{
	struct sample_cpu *cpu = this_cpu_ptr(&sample_cpus);
	const struct reg_plan *plan = context->plan;
	const struct planned_counter *c, *end = plan->counter + plan->n_counters;
	struct sampler *s;
	u64 value, served = 0;

	for (c = plan->counter; c < end; c++)
		if (is_sampled(context, c->event))
			sampler_mark(&cpu->sampler[c->counter]);
	list_del_init(&context->of_cpu);
	regs_stop(plan);
	sample_update(context);
	for (c = plan->counter; c < end; c++) {
		if (!is_sampled(context, c->event))
			continue;
		s = &cpu->sampler[c->counter];
		value = hw_rdpmc(c);
		if (sampler_expect(cpu, s, value))
			served |= 1ull << c->counter;
		/* An overflow that has stopped the context has taken what was due. */
		if (likely(!context->stopped))
			sampler_take_late(s, value);
		if (unlikely(s->throttled))
			note_throttle(s, PMC_RECORD_UNTHROTTLE);
		/* sample_resume() sets the counter again; until then it has counted nothing. */
		s->sample->chunk = (0 - value) & c->mask;
		WRITE_ONCE(cpu->live, cpu->live & ~(1ull << c->counter));
	}
	if (served)
		hw_acknowledge(served);
	context->stopped = false;
	context->cpu = -1;
}

int sample_init(void)
{
	throttle_init();
	return record_init();
}

void sample_exit(void)
{
	record_exit();
}
