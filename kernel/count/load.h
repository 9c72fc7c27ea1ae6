/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Puts a context on the counters of this CPU, and takes it off. Inline, because each switch of a
 * counted thread does both. With interrupts off and context->lock held.
 */
#ifndef PMC_KERNEL_LOAD_H
#define PMC_KERNEL_LOAD_H

#include <linux/smp.h>
#include <asm/tsc.h>

#include "kernel/base/types.h"
#include "kernel/count/page.h"
#include "kernel/count/turn.h"
#include "kernel/pmu/regs.h"
#include "kernel/sample/sample.h"

/* Adds what was counted since the last call to the sums. */
static inline void load_advance(struct context *context)
{
	const struct reg_plan *plan = context->plan;
	const struct planned_counter *c = plan->counter, *end = c + plan->n_counters;
	u64 now, tsc, ran;
	u32 i;

	for (; c < end; c++) {
		i = c->event;
		now = hw_read(c);
		context->count[i].sum += (now - context->count[i].base) & c->mask;
		context->count[i].base = now;
	}
	tsc = rdtsc();
	ran = tsc - context->tsc_base;
	context->tsc += ran;
	context->tsc_base = tsc;
	if (unlikely(plan->special))
		turn_account(context, ran);
}

/* What a function of sample.h adds to the time of a context that samples belongs to its turn. */
static inline void load_sample(struct context *context, void (*function)(struct context *context))
{
	u64 before = context->tsc;

	function(context);
	if (context->plan->special)
		turn_account(context, context->tsc - before);
}

static inline void load_update(struct context *context)
{
	if (unlikely(context->sample)) {
		load_sample(context, sample_update);
		return;
	}
	load_advance(context);
	if (context->set->page)
		page_update(context);
}

/* The context's rotation begins to count. */
static inline void load_begin(struct context *context)
{
	const struct planned_counter *c, *end;
	const struct reg_plan *plan;

	if (unlikely(context->sample)) {
		sample_resume(context);
		return;
	}
	plan = reg_plan_of(context);
	c = plan->counter;
	end = c + plan->n_counters;
	regs_load(plan);
	context->plan = plan;
	context->cpu = smp_processor_id();
	list_add(&context->of_cpu, regs_active());
	context->tsc_base = rdtsc();
	for (; c < end; c++)
		context->count[c->event].base = hw_read(c);
	if (context->set->page)
		page_update(context);
}

/* Its counters may run on. */
static inline void load_end(struct context *context)
{
	if (unlikely(context->sample)) {
		load_sample(context, sample_suspend);
		return;
	}
	load_advance(context);
	context->cpu = -1;
	list_del_init(&context->of_cpu);
	if (context->set->page)
		page_update(context);
}

#endif
