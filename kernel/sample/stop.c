// SPDX-License-Identifier: GPL-2.0
/* See stop.h. What is here runs in NMIs, or when a context that samples leaves its CPU. */
#include <linux/bitops.h>
#include <linux/percpu.h>
#include <asm/tsc.h>

#include "kernel/pmu/regs.h"
#include "kernel/sample/sampler.h"
#include "kernel/sample/stop.h"

void stop_note(const struct sampler *sampler, bool in_its_nmi)
{
	struct set *set = sampler->context->set;

	set_bit(sampler->event, &set->stop->due);
	WRITE_ONCE(set->overflown, true);
	WRITE_ONCE(set->running, false);
	/* Elsewhere the context leaves its CPU anyway. */
	if (in_its_nmi) {
		this_cpu_or(sample_cpus.stops, 1ull << sampler->counter->counter);
		this_cpu_or(sample_cpus.spent, SAMPLE_STOPS);
	}
	irq_work_queue(&set->stop->off);
}

/*
 * What counts kernel mode goes on until the context leaves the CPU. So samples that are due are
 * taken now, as of what the counts will be, and no more overflows come.
 */
static void stop_context(struct sample_cpu *cpu, struct context *context)
{
	const struct planned_counter *c = context->plan->counter;
	const struct planned_counter *end = c + context->plan->n_counters;
	struct sample *s;
	u64 value;

	for (; c < end; c++) {
		s = &context->sample[c->event];
		value = hw_rdpmc(c);
		s->stopped_at = value + s->off;
		if (context->set->sampled >> c->event & 1)
			sampler_put_off(cpu, &cpu->sampler[c->counter], value);
	}
	context->stopped_tsc = rdtsc();
	barrier();
	WRITE_ONCE(context->stopped, true);
}

void stop_contexts(void)
{
	struct sample_cpu *cpu = this_cpu_ptr(&sample_cpus);
	struct context *context;
	u64 left;

	for (left = cpu->stops; left; left &= left - 1) {
		context = cpu->sampler[__ffs64(left)].context;
		if (!context->stopped)
			stop_context(cpu, context);
	}
	cpu->stops = 0;
}
